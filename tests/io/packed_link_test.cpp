// SPDX-License-Identifier: MIT
// Links that hold their data, made of real analyses. Compares their bars with the originals'. Links of released
// versions stay readable.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "core/flow/flow_capacities.h"
#include "core/flow/max_flow.h"
#include "core/matrix/divided_rows.h"
#include "core/matrix/matrix.h"
#include "core/methods/method_stack.h"
#include "io/link/pack.h"
#include "io/packed/content.h"
#include "io/packed_support.h"

namespace hw::test {
namespace {

using io::PackData;

double stackDistance(const Example& a, const Example& b, Part part, Method method,
                     const Settings& settings, const Settings& read) {
    const auto one = computeStack(a, part, method, settings);
    const auto two = computeStack(b, part, method, read);
    REQUIRE(one.has_value());
    REQUIRE(two.has_value());
    double most = 0;
    for (std::size_t i = 0; i < one->size(); ++i)
        most = std::max(most, distance((*one)[i], (*two)[i]));
    return most;
}

/// For every pair at every layer, divided by the sums over inputs.
std::vector<double> relativeFlows(const Example& example) {
    const auto graph = flowNetwork(example.attentions, {});
    REQUIRE(graph.has_value());
    const auto table = maxFlows(*graph, {.lastLayer = graph->layers() - 1});
    REQUIRE(table.has_value());
    std::vector<double> all = table->values;
    divideRows(std::span(all), static_cast<int>(table->sinks.size()));
    return all;
}

double flowDistance(const Example& a, const Example& b) {
    const auto one = relativeFlows(a);
    const auto two = relativeFlows(b);
    REQUIRE(one.size() == two.size());
    double most = 0;
    for (std::size_t i = 0; i < one.size(); ++i) most = std::max(most, std::fabs(one[i] - two[i]));
    return most;
}

constexpr const char* sentences[] = {"toy_agreement_keys", "use_lite_keys_cabinet", "vit_digit_4"};

}  // namespace

TEST_CASE("link: raw attention, rollout and relative flow stay within the bound that is shown") {
    for (const std::string name : sentences) {
        const Document document = reference(name);
        const Example& original = document.examples[0];
        for (const PackData data : {PackData::fused, PackData::heads}) {
            CAPTURE(name, data);
            const io::Packed link = packed(document, {.data = data});
            CHECK(link.errorBound < 0.002);
            CHECK(link.flowOfAll);
            const Document document2 = opened(link);
            const Example& read = document2.examples[0];
            CHECK(read.tokens == original.tokens);
            CHECK(read.attentions.layers == original.attentions.layers);
            CHECK(read.attentions.heads ==
                  (data == PackData::heads ? original.attentions.heads : 1));
            double most = flowDistance(original, read);
            for (const Method method : {Method::raw, Method::rollout})
                most = std::max(most, stackDistance(original, read, Part::encoder, method, {}, {}));
            CHECK(most <= link.errorBound);
            CHECK(most > link.errorBound / 100);  // the bound is not too loose
            if (data == PackData::fused) continue;
            for (int head = 0; head < original.attentions.heads; ++head) {
                Settings single;
                single.heads = {head};
                CHECK(stackDistance(original, read, Part::encoder, Method::raw, single, single) <=
                      link.errorBound);
            }
        }
    }
}

TEST_CASE(
    "link: 11 tokens, 6 layers, 8 heads take a fraction of the aim of 2,000 and 12,000 "
    "characters") {
    const Document document = reference("toy_agreement_keys");
    CHECK(packed(document, {.data = PackData::fused}).characters < 1'100);
    CHECK(packed(document, {.data = PackData::heads}).characters < 4'500);
}

TEST_CASE("link: the fusion that is chosen is what a fused link holds") {
    const Document document = reference("toy_agreement_keys");
    for (const HeadFusion fusion : {HeadFusion::max, HeadFusion::min, HeadFusion::mean}) {
        Settings settings;
        settings.fusion = fusion;
        settings.heads = {1, 4, 5};
        const io::Packed link = packed(document, {.settings = settings});
        const Document read = opened(link);
        CHECK(stackDistance(document.examples[0], read.examples[0], Part::encoder, Method::rollout,
                            settings, {}) <= link.errorBound);
        CHECK(link.errorBound < 0.002);
    }
}

TEST_CASE("link: scores keep their order and ties, words and the like are there") {
    const std::string text =
        R"({"format":"headwaters/1","title":"T","model":"M","source":"S","tokens":["a","b","c"],
        "specialTokens":["a"],"outputToken":2,"words":[0,0,1],"segments":[0,1,1],"fixedResidual":[[0.25,0.5,0.75],[0,1,0.1]],
        "importance":{"blankout":[0.1,0.1,0.1000001],"gradient":[-3e10,5,5]},
        "attentions":[[[[1,0,0],[0.5,0.5,0],[0.2,0.3,0.5]]],[[[1,0,0],[0.4,0.6,0],[0.1,0.2,0.7]]]]})";
    const auto document = open(text);
    REQUIRE(document.has_value());
    const Document read = opened(packed(*document, {.data = PackData::heads}));
    const Example& example = read.examples[0];
    CHECK(example.title == "T");
    CHECK(example.model == "M");
    CHECK(example.source == "S");
    CHECK(example.specialTokens == std::vector<std::string>{"a"});
    CHECK(example.outputToken == 2);
    CHECK(example.words == std::vector{0, 0, 1});
    CHECK(example.segments == std::vector{0, 1, 1});
    CHECK(example.kind() == AttentionKind::causal);
    REQUIRE(example.fixedResidual.size() == 6);
    CHECK(std::fabs(example.fixedResidual[1] - 0.5F) < 0.0002F);
    REQUIRE(example.importance.size() == 2);
    CHECK(example.importance[0].values[0] == example.importance[0].values[1]);
    CHECK(example.importance[0].values[2] > example.importance[0].values[1]);
    CHECK(example.importance[1].values[1] == example.importance[1].values[2]);
    CHECK(example.importance[1].values[0] < example.importance[1].values[1]);
}

TEST_CASE("link: an encoder and a decoder, and that gradients were left out is told") {
    const Document document = reference("date_gradients");
    const Example& original = document.examples[0];
    REQUIRE(original.decoder.has_value());
    const io::Packed link = packed(document, {.data = PackData::heads, .withGradients = false});
    CHECK(std::ranges::any_of(
        link.leftOut, [](const std::string& line) { return line.starts_with("gradients"); }));
    const Document read = opened(link);
    REQUIRE(read.examples[0].decoder.has_value());
    CHECK(read.examples[0].decoder->tokens == original.decoder->tokens);
    for (const Part part : {Part::encoder, Part::decoder, Part::cross})
        CHECK(stackDistance(original, read.examples[0], part, Method::rollout, {}, {}) <=
              link.errorBound);
    CHECK(std::ranges::any_of(read.warnings, [](const Problem& warning) {
        return warning.finding.find("gradients") != std::string::npos;
    }));
}

TEST_CASE("link: missing weights stay missing") {
    const auto document = open(
        R"({"tokens":["a","b"],"attentions":[[[[NaN,1],[0.5,0.5]]],[[[0.5,0.5],[NaN,NaN]]]]})");
    REQUIRE(document.has_value());
    const Document read = opened(packed(*document, {.data = PackData::heads}));
    const AttentionTensor& tensor = read.examples[0].attentions;
    CHECK(tensor.hasMissing);
    CHECK(std::isnan(tensor.values[0]));
    CHECK(tensor.values[1] == 1.0F);
    CHECK(std::isnan(tensor.values[7]));
}

TEST_CASE("link: what there is no room for is left out and named") {
    const Document document = reference("vit_digit_4");
    const io::Packed whole = packed(document, {.room = 0});
    CHECK(opened(whole).examples[0].image.has_value());
    const io::Packed tight = packed(document, {.room = whole.characters - 1});
    CHECK(tight.characters < whole.characters);
    // Its tokens have the names of patches, which are shown without it.
    REQUIRE(opened(tight).examples[0].image.has_value());
    CHECK(opened(tight).examples[0].image->dataUrl.empty());
    CHECK(std::ranges::find(tight.leftOut, "the picture") != tight.leftOut.end());
}

TEST_CASE("link: the grids of all pictures, and the first of these") {
    const std::string start =
        R"({"tokens":["a","b","c","d"],"attentions":[[[[1,0,0,0],[1,0,0,0],[1,0,0,0],[1,0,0,0]]]],)";
    const std::string data = "\"data\":\"data:image/gif;base64,R0lGODlhAgABAAAAACw=\",";
    const auto check = [&](const std::string& rest, bool isVideo, bool isPictured) {
        const auto document = open(start + rest);
        REQUIRE(document.has_value());
        const io::Packed link = packed(*document, {});
        const Document read = opened(link);
        REQUIRE(read.examples[0].image.has_value());
        const ImageInfo& image = *read.examples[0].image;
        CHECK(image.isVideo == isVideo);
        REQUIRE(image.regions() == 2);
        CHECK(image.dataUrl.empty() == !isPictured);
        CHECK(image.region(1).firstPatchToken == 2);
        CHECK(image.region(1).cols == 2);
        return std::ranges::find(link.leftOut, "the picture") != link.leftOut.end();
    };
    CHECK_FALSE(
        check("\"image\":{" + data + R"("grid":[2,1,2],"firstPatchToken":0}})", true, true));
    CHECK_FALSE(check(R"("image":{"grid":[2,1,2],"firstPatchToken":0}})", true, false));
    CHECK(check("\"imageRegions\":[{" + data + R"("grid":[1,2],"firstPatchToken":0},{)" + data +
                    R"("grid":[1,2],"firstPatchToken":2}]})",
                false, true));
}

TEST_CASE("link: a text, a fragment, an address and a file of it open alike") {
    const io::Packed link = packed(reference("use_lite_keys_cabinet"), {});
    for (const std::string& text :
         {link.text, "#v=1&layer=2&data=" + link.text, "v=1&data=" + link.text + "&token=0",
          "https://host/page/?x=1#v=1&data=" + link.text + "\n"}) {
        CHECK(io::packedText(text) == link.text);
        CHECK(io::openPacked(text).has_value());
    }
    const auto file = open("  #v=1&data=" + link.text + "\r\n");
    REQUIRE(file.has_value());
    CHECK(file->form == "link");
    for (const char* text : {"#v=1&layer=3", "https://host/page", "#metadata=AAAA"}) {
        const auto none = open(text);
        REQUIRE_FALSE(none.has_value());
        CHECK(none.error().code == Code::notRecognised);
    }
    const auto spaced = open("#data=AB CD");
    REQUIRE_FALSE(spaced.has_value());
    CHECK(spaced.error().place == "data");
}

TEST_CASE("link: what cannot be packed says why") {
    const Document document = reference("use_lite_keys_cabinet");
    CHECK(io::pack(document, {.example = 1}).error().code == Code::badArgument);
    CHECK(io::pack(document, {.maxError = 0}).error().code == Code::badArgument);
    const auto wild = open(R"({"tokens":["a"],"attentions":[[[[1e30]]],[[[1]]]]})");
    REQUIRE(wild.has_value());
    CHECK(io::pack(*wild, {}).error().code == Code::badNumber);
}

// Links of released versions, with their content at that time as files of the form headwaters/1. They must never
// change.
TEST_CASE("link: links of each version read as they did when they were made") {
    for (const std::string name :
         {"v1_sentence_fused", "v1_sentence_heads", "v1_picture_fused", "v1_translation_heads",
          "v1_causal_gaps", "v1_gradients_heads", "v1_gradients_fused", "v2_contributions"}) {
        CAPTURE(name);
        const std::string folder = HW_TEST_DATA "/packed/";
        const auto read = open(readFile(folder + name + ".txt"));
        const auto expected = open(readFile(folder + name + ".expected.json"));
        REQUIRE(read.has_value());
        REQUIRE(expected.has_value());
        const Example& a = read->examples[0];
        const Example& b = expected->examples[0];
        const auto same = [](const AttentionTensor& one, const AttentionTensor& two) {
            return one.layers == two.layers && one.heads == two.heads &&
                   one.queries == two.queries &&
                   std::ranges::equal(one.values, two.values, [](float x, float y) {
                       return x == y || (std::isnan(x) && std::isnan(y));
                   });
        };
        CHECK(same(a.attentions, b.attentions));
        CHECK(same(a.gradients, b.gradients));
        CHECK(a.productGradients == b.productGradients);
        CHECK(same(a.contributions, b.contributions));
        CHECK(a.contributions.kind == b.contributions.kind);
        CHECK(a.contributionKind == b.contributionKind);
        CHECK(a.predicted == b.predicted);
        CHECK(std::ranges::equal(
            a.predictedProbability, b.predictedProbability,
            [](float x, float y) { return x == y || (std::isnan(x) && std::isnan(y)); }));
        CHECK(a.tokens == b.tokens);
        CHECK(a.title == b.title);
        CHECK(a.model == b.model);
        CHECK(a.outputToken == b.outputToken);
        CHECK(a.words == b.words);
        CHECK(a.specialTokens == b.specialTokens);
        REQUIRE(a.importance.size() == b.importance.size());
        for (std::size_t i = 0; i < a.importance.size(); ++i) {
            CHECK(a.importance[i].name == b.importance[i].name);
            CHECK(a.importance[i].values == b.importance[i].values);
        }
        REQUIRE(a.image.has_value() == b.image.has_value());
        if (a.image) CHECK(a.image->dataUrl == b.image->dataUrl);
        REQUIRE(a.decoder.has_value() == b.decoder.has_value());
        if (!a.decoder) continue;
        CHECK(a.decoder->tokens == b.decoder->tokens);
        CHECK(same(a.decoder->attentions, b.decoder->attentions));
        CHECK(same(a.decoder->cross, b.decoder->cross));
        CHECK(same(a.decoder->gradients, b.decoder->gradients));
        CHECK(same(a.decoder->crossGradients, b.decoder->crossGradients));
    }
}

}  // namespace hw::test
