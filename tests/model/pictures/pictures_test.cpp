// SPDX-License-Identifier: MIT
// Vision models, compared with the real library's results (shared/data/models/README.md, "Pictures").
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <cmath>

#include "model/ask/blank_out.h"
#include "model/ask/contributions.h"
#include "model/ask/relevance.h"
#include "model/checkpoint.h"
#include "model/network/load_patches.h"
#include "model/pictures/picture_reference.h"
#include "model/pictures/prepare.h"
#include "model/session/session.h"
#include "model/session/token_scores.h"
#include "model/shared_models.h"
#include "model/sight/patch_rows.h"

namespace hw::model {
namespace {

using test::closeBy;
using test::Expected;
using test::pictureOf;

/// The values of a list of the case's.
void closeList(const Expected& expected, io::NodeId list, std::span<const double> found) {
    const std::vector<double> wanted = expected.json.doubles(list);
    REQUIRE(wanted.size() == found.size());
    double largest = 0;
    for (const double value : wanted) largest = std::max(largest, std::abs(value));
    for (std::size_t i = 0; i < wanted.size(); ++i)
        CHECK(std::abs(wanted[i] - found[i]) <= expected.allowed("blank_out", largest));
}

/// Runs the blank-outs of a case's patches.
void checkBlanks(const Network& network, const Expected& expected, io::NodeId node,
                 const TextInput& input, const Target& target) {
    const io::NodeId blanks = expected.json.find(node, "blank_out");
    if (blanks == io::none) return;
    std::vector<std::vector<int>> patches;
    for (int token = network.spec.leadingTokens(); token < input.length(); ++token)
        patches.push_back({token});
    const std::vector<std::pair<std::string, Blank>> kinds{
        {"zero_patch", {Blank::Kind::zeroEmbedding, 0}},
        {"zero_pixels", {Blank::Kind::word, network.spec.vocabulary - 1}},
        {"dropped", {Blank::Kind::deletion, 0}}};
    for (const auto& [name, blank] : kinds) {
        INFO(name);
        const auto values = blankOut(network, input, patches, blank, target);
        REQUIRE(values);
        closeList(expected, expected.json.find(blanks, name), *values);
    }
}

void checkCase(const Network& network, const Expected& expected, io::NodeId node,
               const std::string& models) {
    const std::string front = expected.text(node, "name") + ".";
    INFO(front);
    const auto picture = preparePicture(pictureOf(models + expected.text(node, "image")),
                                        network.spec.picture->preparation);
    REQUIRE(picture);
    // A step of 8 bits in one channel is 1/255 before the division by the deviation, which is missing here.
    CHECK(test::largestDifference(picture->values, expected.tensor(front + "pixels")) < 1e-5);
    const TextInput input = pictureInput(network, picture->values);
    const auto trace = forward(network, {input}, {.keepsRecords = true});
    REQUIRE(trace);
    closeBy(expected, front + "attention", "attention", test::concatenate(trace->weights));
    closeBy(expected, front + "hidden", "hidden", test::concatenate(trace->streams));
    Workspace workspace;
    const ReadOut out = readOut(network, trace->batch, trace->last(), {}, {}, workspace);
    closeBy(expected, front + "logits", "logits", out.values);
    Target target;
    target.index = static_cast<int>(expected.number(expected.json.find(node, "target"), "index"));
    const auto gradients = backward(network, *trace, {&target, 1});
    REQUIRE(gradients);
    closeBy(expected, front + "attention_gradient", "attention_gradient",
            test::concatenate(gradients->weights));
    closeBy(expected, front + "stream_gradient", "stream_gradient", gradients->streams[0]);
    closeBy(expected, front + "chefer", "chefer",
            cheferRelevance(network.spec, *trace, *gradients));
    const auto parts = contributions(network, *trace);
    REQUIRE(parts);
    closeBy(expected, front + "norms", "decompositions", parts->norms);
    closeBy(expected, front + "alti", "decompositions", parts->alti);
    if (expected.has(front + "value_zeroing")) {
        const auto zeroed = valueZeroing(network, *trace);
        REQUIRE(zeroed);
        closeBy(expected, front + "value_zeroing", "value_zeroing", *zeroed);
    }
    checkBlanks(network, expected, node, input, target);
    // Without the stored activations, layers are run again.
    const auto light = forward(network, {input});
    REQUIRE(light);
    const auto again = backward(network, *light, {&target, 1});
    REQUIRE(again);
    CHECK(test::concatenate(again->weights) == test::concatenate(gradients->weights));
}

}  // namespace

TEST_CASE("pictures, attention, classes and gradients of vision models are the library's") {
    const std::string models = test::sharedModels();
    if (models.empty()) SKIP("shared/data is not beside the checkout");
    const std::string folder =
        models + GENERATE("vit", "deit", "beit", "dinov2", "dinov2_registers");
    INFO(folder);
    const auto network = test::openNetwork(test::partsOf(folder));
    INFO((network ? "" : sentence(network.error())));
    REQUIRE(network);
    const Expected expected(folder);
    for (const io::NodeId node : expected.cases()) checkCase(*network, expected, node, models);
}

TEST_CASE("CLIP's towers give the library's vectors, and gradients of what compares them") {
    const std::string models = test::sharedModels();
    if (models.empty()) SKIP("shared/data is not beside the checkout");
    const auto files = readModelFiles(test::partsOf(models + "clip"));
    REQUIRE(files);
    auto spec = readSpec(*files);
    auto textSpec = readTextTower(*files);
    INFO((spec ? "" : sentence(spec.error())) << (textSpec ? "" : sentence(textSpec.error())));
    REQUIRE((spec && textSpec && *textSpec));
    const auto vision = loadNetwork(*files, std::move(*spec));
    const auto text = loadNetwork(*files, std::move(**textSpec));
    REQUIRE((vision && text));
    const Expected expected(models + "clip");
    const auto scale = loadVector(*files, *files->find("logit_scale"));
    REQUIRE(scale);
    const double factor = std::exp((*scale)[0]);
    for (const io::NodeId node : expected.cases()) {
        const std::string front = expected.text(node, "name") + ".";
        INFO(front);
        const auto picture = preparePicture(pictureOf(models + expected.text(node, "image")),
                                            vision->spec.picture->preparation);
        REQUIRE(picture);
        CHECK(test::largestDifference(picture->values, expected.tensor(front + "pixels")) < 1e-5);
        const auto seen = forward(*vision, {pictureInput(*vision, picture->values)});
        const auto read = forward(*text, {{expected.whole(node, "ids")}});
        REQUIRE((seen && read));
        const std::vector<std::pair<std::string, std::pair<const Network*, const Trace*>>> towers{
            {"vision.", {&*vision, &*seen}}, {"text.", {&*text, &*read}}};
        for (const auto& [tower, own] : towers) {
            closeBy(expected, front + tower + "attention", "attention",
                    test::concatenate(own.second->weights));
            Workspace workspace;
            const ReadOut out =
                readOut(*own.first, own.second->batch, own.second->last(), {}, {}, workspace);
            // The library's vector has the length 1.
            double square = 0;
            for (const float value : out.values) square += double{value} * value;
            std::vector<float> unit = out.values;
            for (float& value : unit) value = static_cast<float>(value / std::sqrt(square));
            closeBy(expected, front + tower + "embedding", "embedding", unit);
            Target target{.kind = TargetKind::cosine,
                          .other = expected.tensor(
                              front + (tower == "text." ? "vision." : "text.") + "embedding")};
            const auto gradients = backward(*own.first, *own.second, {&target, 1});
            REQUIRE(gradients);
            const double value = expected.number(expected.json.find(node, "target"), "value");
            CHECK(std::abs(gradients->value * factor - value) < 1e-4);
            // Only at unmasked places, because the raw derivative is undefined elsewhere (README).
            std::vector<float> found = test::concatenate(gradients->weights);
            std::vector<float> wanted = expected.tensor(front + tower + "attention_gradient");
            for (float& gradient : found) gradient *= static_cast<float>(factor);
            CHECK(test::largestDifference(found, wanted, test::concatenate(own.second->weights)) <=
                  expected.allowed("attention_gradient", test::largestOf(wanted)));
        }
    }
}

TEST_CASE("CLIP among texts has classes whose logits are scaled cosines") {
    const std::string models = test::sharedModels();
    if (models.empty()) SKIP("shared/data is not beside the checkout");
    const auto session = Session::open(test::partsOf(models + "clip"));
    INFO((session ? "" : sentence(session.error())));
    REQUIRE(session);
    CHECK(session->comparesTexts());
    CHECK(session->facts().unused.empty());
    const Expected expected(models + "clip");
    for (const io::NodeId node : expected.cases()) {
        INFO(expected.text(node, "name"));
        const auto among = session->amongTexts({"the", expected.text(node, "text")});
        INFO((among ? "" : sentence(among.error())));
        REQUIRE(among);
        CHECK(among->facts().spec.head.labels[1] == expected.text(node, "text"));
        const auto run =
            among->runPicture(pictureOf(models + expected.text(node, "image")), "picture");
        REQUIRE(run);
        const Target target{.index = 1};
        const auto gradients = backward(among->network(), run->trace, {&target, 1});
        REQUIRE(gradients);
        const double value = expected.number(expected.json.find(node, "target"), "value");
        CHECK(std::abs(gradients->value - value) < 1e-4);
        const std::string name = expected.text(node, "name") + ".vision.attention_gradient";
        closeBy(expected, name, "attention_gradient", test::concatenate(gradients->weights));
        const auto top = among->top(*run, 0, 2);
        REQUIRE(top.size() == 2);
        CHECK(std::abs(top[0].probability + top[1].probability - 1) < 1e-9);
    }
    CHECK_FALSE(session->amongTexts({}));
    CHECK_FALSE(session->run("the"));
}

TEST_CASE("patches of a large picture are blanked out in squares") {
    const std::string models = test::sharedModels();
    if (models.empty()) SKIP("shared/data is not beside the checkout");
    const auto session = Session::open(test::partsOf(models + "vit"));
    REQUIRE(session);
    const auto run = session->runPicture(pictureOf(models + "images/a.png"), "picture");
    REQUIRE(run);
    CHECK(blankGroups(session->network().spec, 17, 16).side == 1);
    const BlankGroups squares = blankGroups(session->network().spec, 17, 5);
    CHECK(squares.side == 2);
    // The class token is no patch, and on its own.
    REQUIRE(squares.groups.size() == 5);
    CHECK(squares.groups[0] == std::vector<int>{0});
    CHECK(squares.groups[2] == std::vector<int>{3, 4, 7, 8});
    CHECK(blankGroups(session->network().spec, 17, 3).groups.back().size() == 16);
    const Target target{.index = 3};
    const TargetedRun asked{*session, *run, target};
    const auto values = blankedValues(asked, "zero-pixels", squares);
    REQUIRE(values);
    const auto alone = session->runPicture(pictureOf(models + "images/a.png"), "picture",
                                           std::vector<int>{2, 3, 6, 7});
    REQUIRE(alone);
    const double wanted = valuesOf(session->network(), alone->trace, target).front();
    for (const int token : {3, 4, 7, 8}) CHECK(std::abs((*values)[token] - wanted) < 1e-5);
    CHECK(std::abs((*values)[1] - wanted) > 1e-3);
}

TEST_CASE("positions for another grid are those of the library's interpolation") {
    // torch.nn.functional.interpolate([[1, 2, -1], [4, 0, 3], [5, -2, 7]], mode="bicubic", align_corners=False)
    const std::vector<float> table{1, 2, -1, 4, 0, 3, 5, -2, 7};
    const std::vector<float> wide{1.646494F, 1.83046F,   0.94697F,  -0.367275F,
                                  5.345179F, -0.138908F, 0.498453F, 6.797939F};
    CHECK(test::largestDifference(resizePositions(table, 3, 2, 4, 1), wide) < 1e-5);
    const std::vector<float> high{0.712F, 2.192F, -1.384F, 2.092F, 1.368F, 0.264F,  4,     0,
                                  3,      4.828F, -1.368F, 5.736F, 5.096F, -2.192F, 7.384F};
    CHECK(test::largestDifference(resizePositions(table, 3, 5, 3, 1), high) < 1e-5);
    CHECK(resizePositions(table, 3, 3, 3, 1) == table);
}

TEST_CASE("pictures and positions of other sizes are those of Pillow and torch") {
    // tests/model/make/resizing.py
    const test::JsonReference expected(HW_TEST_DATA "/model/resizing.json");
    for (const io::NodeId node : expected.json.children(expected.json.find(0, "pictures"))) {
        const std::vector<int> size = expected.whole(node, "size");
        const std::vector<int> to = expected.whole(node, "to");
        PicturePoints picture{size[0], size[1], {}};
        for (int y = 0; y < size[1]; ++y)
            for (int x = 0; x < size[0]; ++x)
                for (const int value : {x * 13 + y * 5, x * y * 3, 255 - x * 12})
                    picture.rgb += static_cast<char>(value & 255);
        const bool isCubic = expected.number(node, "filter") == 3;
        const PicturePoints made = resized(picture, to[0], to[1],
                                           isCubic ? PicturePreparation::Resample::bicubic
                                                   : PicturePreparation::Resample::bilinear);
        std::vector<int> found;
        for (const char value : made.rgb) found.push_back(static_cast<unsigned char>(value));
        CAPTURE(size, to, isCubic);
        CHECK(found == expected.whole(node, "rgb"));
    }
    for (const io::NodeId node : expected.json.children(expected.json.find(0, "tables"))) {
        const int side = static_cast<int>(expected.number(node, "side"));
        std::vector<float> table;
        for (int i = 0; i < side * side * 2; ++i)
            table.push_back(static_cast<float>(i * 37 % 101 / 50.0 - 1));
        const std::vector<double> wanted = expected.numbers(node, "values");
        const std::vector<float> found =
            resizePositions(table, side, static_cast<int>(expected.number(node, "rows")),
                            static_cast<int>(expected.number(node, "columns")), 2,
                            expected.number(node, "smooth") == 1);
        CAPTURE(side, expected.number(node, "smooth"));
        REQUIRE(found.size() == wanted.size());
        for (std::size_t i = 0; i < wanted.size(); ++i)
            CHECK(std::abs(found[i] - wanted[i]) < 1e-5);
    }
}

}  // namespace hw::model
