// SPDX-License-Identifier: MIT
// Grad-SAM, compared with its definition written out, and a small case by hand.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "core/matrix/matrix.h"
#include "core/methods/method_stack.h"
#include "core/support.h"

namespace hw::test {
namespace {

Example small() {
    Example example;
    example.tokens = {"a", "b"};
    for (AttentionTensor* tensor : {&example.attentions, &example.gradients}) {
        tensor->layers = 3;
        tensor->heads = 2;
        tensor->queries = tensor->keys = 2;
    }
    example.attentions.values = {.75F, .25F, .5F, .5F, 1, 0, .25F, .75F,
                                 .5F,  .5F,  0,   1,   1, 0, .75F, .25F,
                                 .25F, .75F, .5F, .5F, 0, 1, .25F, .75F};
    example.gradients.values = {1,  -1, 2, 0, -2, 4, 4, -4, 0, 2, 1,  1,
                                -1, 3,  4, 4, 4,  0, 2, -2, 1, 1, -1, 8};
    return example;
}

/// Mean over the layers of the mean over the heads of relu(G) * W, in double.
std::vector<double> written(const Example& example, int first, int last) {
    const AttentionTensor& w = example.attentions;
    const AttentionTensor& g = example.gradients;
    const std::size_t size = w.matrixSize();
    std::vector<double> mean(size, 0.0);
    for (int layer = first; layer <= last; ++layer) {
        for (int head = 0; head < w.heads; ++head) {
            const std::size_t from = (std::size_t{1} * layer * w.heads + head) * size;
            for (std::size_t i = 0; i < size; ++i)
                mean[i] += std::max(0.0, static_cast<double>(g.values[from + i])) *
                           static_cast<double>(w.values[from + i]);
        }
    }
    for (double& value : mean) value /= static_cast<double>(w.heads) * (last - first + 1);
    return mean;
}

std::vector<Matrix> stackOf(const Example& example, const Settings& settings = {}) {
    auto stack = computeStack(example, Part::encoder, Method::gradSam, settings);
    REQUIRE(stack.has_value());
    return std::move(*stack);
}

}  // namespace

TEST_CASE("Grad-SAM is the mean over layers and heads of relu(G) W") {
    const Example example = small();
    const std::vector<Matrix> stack = stackOf(example);
    REQUIRE(stack.size() == 3);
    // The first layer by hand is (.75 + 0, 0 + 0; 1 + 1, 0 + 0) / 2.
    CHECK(distance(valuesOf(stack[0]), std::vector<double>{.375, 0, 1, 0}) == 0);
    for (int last = 0; last < 3; ++last)
        CHECK(distance(valuesOf(stack[std::size_t{0} + last]), written(example, 0, last)) < 1e-6);
}

TEST_CASE("Grad-SAM begins at the start layer and leaves out what does not take part") {
    const Example example = small();
    Settings settings;
    settings.startLayer = 1;
    const std::vector<Matrix> late = stackOf(example, settings);
    REQUIRE(late.size() == 2);
    CHECK(distance(valuesOf(late[1]), written(example, 1, 2)) < 1e-6);

    settings.startLayer = 0;
    settings.layers = {0, 2};
    const std::vector<Matrix> some = stackOf(example, settings);
    CHECK(distance(some[1], some[0]) == 0);
    std::vector<double> both = written(example, 0, 0);
    const std::vector<double> third = written(example, 2, 2);
    for (std::size_t i = 0; i < both.size(); ++i) both[i] = (both[i] + third[i]) / 2;
    CHECK(distance(valuesOf(some[2]), both) < 1e-6);
}

TEST_CASE("Grad-SAM wants gradients, and one side") {
    Example example = small();
    example.gradients = {};
    const auto without = computeStack(example, Part::encoder, Method::gradSam, {});
    REQUIRE(!without);
    CHECK(without.error().finding == "The file has no gradients.");

    Example both = small();
    both.decoder.emplace();
    both.decoder->tokens = {"c"};
    AttentionTensor& cross = both.decoder->cross;
    cross.layers = cross.heads = cross.queries = 1;
    cross.keys = 2;
    cross.values = {.5F, .5F};
    const auto across = computeStack(both, Part::cross, Method::gradSam, {});
    REQUIRE(!across);
    CHECK(across.error().place == "method");
    CHECK(computeStack(both, Part::encoder, Method::gradSam, {}).has_value());
}

}  // namespace hw::test
