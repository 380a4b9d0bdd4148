// SPDX-License-Identifier: MIT
// Cut residuals, patches and integrated gradients, compared with hooks in the real library
// (tests/model/make/interventions.py).
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>

#include "model/ask/patching.h"
#include "model/ask/relevance.h"
#include "model/reference.h"

namespace hw::model {
namespace {

constexpr double allowed = 2e-4;

}  // namespace

TEST_CASE("cut residuals, patches and integrated gradients are the library's") {
    const Reference reference(GENERATE("distilbert_cls", "qwen3"));
    const Network& network = reference.network;
    const Trace trace = reference.run(reference.text);
    const Trace other = reference.run(reference.other);
    const int n = reference.text.length();
    std::vector<Edits> edits;
    for (int layer = 0; layer < network.spec.layerCount(); ++layer)
        for (int token = 0; token < n; ++token) edits.push_back({.residuals = {{layer, token}}});
    const auto values = editedValues(network, trace, edits, reference.target);
    REQUIRE(values);
    reference.near(*values, reference.json.find(reference.node, "residual"), allowed);

    const std::vector<int> aligned = alignByPlace(n, reference.other.length());
    const auto streams =
        patchStreams({network, other}, {network, trace}, aligned, reference.target);
    REQUIRE(streams);
    reference.near(streams->values, reference.json.find(reference.node, "streams"), allowed);
    CHECK(std::abs(streams->clean - reference.number(reference.node, "clean")) < allowed);
    const auto heads = patchHeads({network, other}, {network, trace}, aligned, reference.target);
    REQUIRE(heads);
    reference.near(heads->values, reference.json.find(reference.node, "heads"), allowed);

    const io::NodeId path = reference.json.find(reference.node, "integrated");
    const auto integrated = integratedGradients(network, reference.text, reference.target,
                                                static_cast<int>(reference.number(path, "steps")));
    REQUIRE(integrated);
    reference.near(integrated->scores, reference.json.find(path, "scores"), 10 * allowed);
    CHECK(std::abs(integrated->baseline - reference.number(path, "baseline")) <= allowed);
}

TEST_CASE("what is predicted of a patch is the slope towards it") {
    const Reference reference("qwen3");
    const Trace trace = reference.run(reference.text);
    // A clean run that is nearly the same, where first order is exact.
    TextInput near = reference.text;
    Edits edits;
    edits.wordScale = 1.002F;
    const auto other = forward(reference.network, {near}, {.edits = {&edits, 1}});
    REQUIRE(other);
    const auto grid = patchStreams({reference.network, *other}, {reference.network, trace},
                                   alignByPlace(near.length(), near.length()), reference.target);
    REQUIRE(grid);
    double largest = 0;
    for (std::size_t i = 0; i < grid->values.size(); ++i) {
        const double change = grid->values[i] - grid->changed;
        largest = std::max(largest, std::abs(change));
        CHECK(std::abs(change - (grid->predicted[i] - grid->changed)) < 2e-4);
    }
    CHECK(largest > 1e-3);
}

TEST_CASE("places of the grid are patches, one by one") {
    const Reference reference("distilbert_cls");
    const Trace changed = reference.run(reference.text);
    const Trace clean = reference.run(reference.other);
    const auto aligned = alignByPlace(reference.text.length(), reference.other.length());
    const bool isHead = GENERATE(true, false);
    const auto grid = (isHead ? patchHeads : patchStreams)({reference.network, clean},
                                                           {reference.network, changed}, aligned,
                                                           reference.target, {}, {});
    REQUIRE(grid);
    const auto patches =
        patchesOf(reference.network, clean, changed, aligned, std::vector{SwapPlace{isHead, 1, 1}});
    REQUIRE(patches);
    const auto value =
        editedValues(reference.network, changed, {Edits{.patches = *patches}}, reference.target);
    REQUIRE(value);
    CHECK(std::abs(value->front() - grid->values[std::size_t{1} * grid->columns + 1]) < 1e-5);
    CHECK_FALSE(patchesOf(reference.network, clean, changed, aligned,
                          std::vector{SwapPlace{isHead, 1, 999}}));
}

TEST_CASE("integrated gradients add up") {
    const Reference reference("distilbert_cls");
    const auto few = integratedGradients(reference.network, reference.text, reference.target, 8);
    const auto many = integratedGradients(reference.network, reference.text, reference.target, 128);
    REQUIRE(few);
    REQUIRE(many);
    const double change = std::abs(many->value - many->baseline);
    CHECK(change > 0.01);
    CHECK(std::abs(many->error) < 0.01 * change);
    CHECK(std::abs(many->error) <= std::abs(few->error));
}

TEST_CASE("gradients of a cut run are those of the function that was computed") {
    const auto network = test::openNetwork(test::partsOf(HW_TEST_DATA "/model/qwen3"));
    REQUIRE(network);
    const TextInput text{{20, 31, 42, 53, 64, 75}, {}};
    Target target{.index = 37, .minus = 12, .position = 5};
    Edits edits;
    edits.edges = {{0, 1, 4, 2}, {1, 2, 5, 1}};
    edits.heads = {{0, 3, HeadRule::mean}, {1, 0, HeadRule::zero}};
    edits.values = {{0, 2}};
    edits.residuals = {{1, 5}};
    edits.hidden = {{0, 3}, {1, 0}};
    edits.rule = GENERATE(CutRule::zero, CutRule::renormalise);
    const auto trace = forward(*network, {text}, {.edits = {&edits, 1}});
    REQUIRE(trace);
    const auto gradients = backward(*network, *trace, {&target, 1});
    REQUIRE(gradients);
    // Along the gradient of the words' scale, d/ds y(s w) at s = 1, by a central difference.
    const double along = [&] {
        double sum = 0;
        for (const double score : gradientTimesInput(*network, text, *gradients)) sum += score;
        return sum;
    }();
    const double step = 1.0 / 256;
    std::vector<Edits> around{edits, edits};
    around[0].wordScale = static_cast<float>(1 + step);
    around[1].wordScale = static_cast<float>(1 - step);
    const auto ends = textValues(*network, {text, text}, around, {target});
    REQUIRE(ends);
    const double slope = ((*ends)[0] - (*ends)[1]) / (2 * step);
    CHECK(std::abs(slope) > 0.01);
    CHECK(std::abs(slope - along) < 2e-3 * std::max(1.0, std::abs(slope)));
}

}  // namespace hw::model
