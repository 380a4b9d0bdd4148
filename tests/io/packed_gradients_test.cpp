// SPDX-License-Identifier: MIT
// Gradients in links. Compares their results with the original's.
#include <algorithm>
#include <cmath>

#include "core/flow/joint_attribution.h"
#include "core/methods/method_stack.h"
#include "io/packed_support.h"
#include "io/write/analysis_file.h"

namespace hw::test {
namespace {

using io::PackData;

bool names(const std::vector<std::string>& lines, std::string_view start) {
    return std::ranges::any_of(lines,
                               [&](const std::string& line) { return line.starts_with(start); });
}

/// The largest difference, as a share of the largest value of the layer that is not a token's own.
double worst(const Example& a, const Example& b, Part part, Method method, const Settings& settings,
             const Settings& read) {
    const auto one = computeStack(a, part, method, settings);
    const auto two = computeStack(b, part, method, read);
    REQUIRE(one.has_value());
    REQUIRE(two.has_value());
    REQUIRE(one->size() == two->size());
    double most = 0;
    for (std::size_t layer = 0; layer < one->size(); ++layer) {
        Matrix others = (*one)[layer];
        if (part != Part::cross) others.diagonal().setZero();
        const auto largest = static_cast<double>(others.cwiseAbs().maxCoeff());
        if (largest > 0) most = std::max(most, distance((*one)[layer], (*two)[layer]) / largest);
    }
    return most;
}

struct ComparedAnalysis {
    const char* name;
    Part part;
    Method method;
};
constexpr ComparedAnalysis looks[] = {
    {"toy_negation_gradients", Part::encoder, Method::gradientRollout},
    {"toy_negation_gradients", Part::encoder, Method::relevance},
    {"date_gradients", Part::encoder, Method::gradientRollout},
    {"date_gradients", Part::decoder, Method::relevance},
    {"date_gradients", Part::cross, Method::relevance},
};

}  // namespace

TEST_CASE("link: gradient rollout and relevance stay within the bound, of every head and fused") {
    for (const auto& [name, part, method] : looks) {
        const Document document = reference(name);
        for (const PackData data : {PackData::fused, PackData::heads}) {
            for (const GradientForm form : every<GradientForm>()) {
                CAPTURE(name, method, data, form);
                Settings settings;
                settings.gradientForm = form;
                const io::Packed link =
                    packed(document, {.data = data, .settings = settings, .room = 0});
                CHECK(link.errorBound < 0.002);
                CHECK_FALSE(names(link.leftOut, "gradients ("));
                CHECK(names(link.leftOut, "gradients of individual heads") ==
                      (data == PackData::fused));
                const Document read = opened(link);
                CHECK(read.examples[0].productGradients == (data == PackData::fused));
                const double most =
                    worst(document.examples[0], read.examples[0], part, method, settings, settings);
                CHECK(most <= link.errorBound);
                CHECK(most > 0);
            }
        }
    }
}

TEST_CASE("link: gradients of a choice of heads, and as head weights") {
    const Document document = reference("toy_negation_gradients");
    Settings settings;
    settings.heads = {1, 3};
    const io::Packed some = packed(document, {.settings = settings, .room = 0});
    CHECK(worst(document.examples[0], opened(some).examples[0], Part::encoder,
                Method::gradientRollout, settings, {}) <= some.errorBound);
    settings = {};
    settings.fusion = HeadFusion::gradientNorm;
    for (const PackData data : {PackData::fused, PackData::heads}) {
        const io::Packed link = packed(document, {.data = data, .settings = settings, .room = 0});
        const Settings read = data == PackData::heads ? settings : Settings{};
        const auto a = computeStack(document.examples[0], Part::encoder, Method::rollout, settings);
        const Document other = opened(link);
        const auto b = computeStack(other.examples[0], Part::encoder, Method::rollout, read);
        REQUIRE(a.has_value());
        REQUIRE(b.has_value());
        CHECK(distance(a->back(), b->back()) <= link.errorBound);
    }
}

TEST_CASE("link: gradients by themselves are not known from products, and that is said") {
    const Document document = reference("toy_negation_gradients");
    Settings settings;
    settings.jointForm = JointForm::gradient;
    for (const PackData data : {PackData::fused, PackData::heads}) {
        const Document read = opened(packed(document, {.data = data, .room = 0}));
        const auto good = checkMethod(read.examples[0], Part::encoder, Method::joint, settings);
        CHECK(good.has_value() == (data == PackData::heads));
        if (!good) CHECK(good.error().place == "gradients");
        Settings product;
        product.jointForm = JointForm::product;
        CHECK(checkMethod(read.examples[0], Part::encoder, Method::joint, product).has_value());
    }
    // A saved analysis of the link's data has it, too.
    const Document read = opened(packed(document, {.room = 0}));
    std::string text;
    for (SavePlace place; !place.done;) text += savedText(read, {}, place);
    const auto again = open(text);
    REQUIRE(again.has_value());
    CHECK(again->examples[0].productGradients);
}

TEST_CASE("link: gradients that nothing shows are left out where there is no room") {
    const Document document = reference("toy_negation_gradients");
    const io::Packed whole = packed(document, {.data = PackData::heads, .room = 0});
    const io::PackOptions tight{.data = PackData::heads, .room = whole.characters - 1};
    const io::Packed less = packed(document, tight);
    CHECK(less.characters < whole.characters);
    CHECK(names(less.leftOut, "gradients ("));
    CHECK(opened(less).examples[0].gradients.empty());
    io::PackOptions shown = tight;
    shown.needsGradients = true;
    CHECK_FALSE(opened(packed(document, shown)).examples[0].gradients.empty());
    CHECK(opened(packed(document, {.room = 0, .withGradients = false}))
              .examples[0]
              .gradients.empty());
}

TEST_CASE("link: tiny and missing gradients keep their shares and their gaps") {
    const auto document = open(
        R"({"tokens":["a","b"],"attentions":[[[[0.25,0.75],[0.5,0.5]]],[[[0.9,0.1],[0.3,0.7]]]],
        "gradients":[[[[1e-12,-3e-12],[2e-12,4e-12]]],[[[1e4,NaN],[-2e4,3e4]]]]})");
    REQUIRE(document.has_value());
    const io::Packed link = packed(*document, {.data = PackData::heads, .room = 0});
    const Document read = opened(link);
    const AttentionTensor& gradients = read.examples[0].gradients;
    REQUIRE(gradients.values.size() == 8);
    CHECK(std::fabs(gradients.values[3] - 4e-12F) < 1e-14F);
    CHECK(gradients.values[1] < 0);
    CHECK(std::isnan(gradients.values[5]));
    CHECK(std::fabs(gradients.values[7] - 3e4F) < 100);
}

}  // namespace hw::test
