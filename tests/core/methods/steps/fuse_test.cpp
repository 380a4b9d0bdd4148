// SPDX-License-Identifier: MIT
#include "core/methods/steps/fuse.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "core/support.h"

namespace hw::test {
namespace {

AttentionTensor twoHeads() {
    AttentionTensor heads = tensor({matrix({{.2, .8}, {.5, .5}}), matrix({{.6, .4}, {0, 1}})});
    heads.layers = 1;
    heads.heads = 2;
    return heads;
}

TEST_CASE("heads are fused by mean, maximum and minimum") {
    const AttentionTensor w = twoHeads();
    CHECK(distance(fuseHeads(w, 0, HeadFusion::mean), matrix({{.4, .6}, {.25, .75}})) < 1e-7);
    CHECK(distance(fuseHeads(w, 0, HeadFusion::max), matrix({{.6, .8}, {.5, 1}})) == 0);
    CHECK(distance(fuseHeads(w, 0, HeadFusion::min), matrix({{.2, .4}, {0, .5}})) == 0);
}

TEST_CASE("a subset of one head is that head, to the bit") {
    const AttentionTensor w = randomAttention(3, 4, 6, 1);
    for (const auto fusion : {HeadFusion::mean, HeadFusion::max, HeadFusion::min}) {
        const std::vector<int> third{2};
        CHECK(distance(fuseHeads(w, 1, fusion, third), headOf(w, 1, 2)) == 0);
    }
}

TEST_CASE("a subset leaves the other heads out") {
    const AttentionTensor w = randomAttention(1, 3, 4, 2);
    const std::vector<int> outer{0, 2};
    const Matrix fused = fuseHeads(w, 0, HeadFusion::mean, outer);
    const double expected =
        (static_cast<double>(headOf(w, 0, 0)(1, 2)) + static_cast<double>(headOf(w, 0, 2)(1, 2))) /
        2;
    CHECK(std::abs(static_cast<double>(fused(1, 2)) - expected) < 1e-7);
}

TEST_CASE("the mean can weigh heads, and weights need not sum to 1") {
    const AttentionTensor w = twoHeads();
    const std::vector<double> weights{3, 1};
    CHECK(distance(fuseHeads(w, 0, HeadFusion::mean, {}, weights),
                   matrix({{.3, .7}, {.375, .625}})) < 1e-7);
    const std::vector<double> onlySecond{0, 7};
    CHECK(distance(fuseHeads(w, 0, HeadFusion::mean, {}, onlySecond), headOf(w, 0, 1)) == 0);
}

TEST_CASE("the mean of equal heads is that head, to the bit") {
    AttentionTensor w = randomAttention(1, 1, 8, 3);
    const AttentionTensor one = w;
    w.heads = 7;
    for (int copy = 1; copy < 7; ++copy) {
        w.values.insert(w.values.end(), one.values.begin(), one.values.end());
    }
    CHECK(distance(fuseHeads(w, 0, HeadFusion::mean), headOf(one, 0, 0)) == 0);
}

TEST_CASE("what is no finite number is fused from the heads that have it") {
    AttentionTensor w = twoHeads();
    w.hasMissing = true;
    w.values[0] = NAN;
    w.values[5] = INFINITY;
    CHECK(distance(fuseHeads(w, 0, HeadFusion::mean), matrix({{.6, .8}, {.25, .75}})) < 1e-7);
    CHECK(distance(fuseHeads(w, 0, HeadFusion::max), matrix({{.6, .8}, {.5, 1}})) == 0);
    CHECK(distance(fuseHeads(w, 0, HeadFusion::min), matrix({{.6, .8}, {0, .5}})) == 0);
}

TEST_CASE("gradients weigh heads: clipped for each head, or after their mean") {
    const AttentionTensor w = twoHeads();
    AttentionTensor g = w;
    g.values = {1, -2, 0, 4, -1, 1, 3, -1};
    // products are .2 -1.6 0 2 | -.6 .4 0 -1
    CHECK(distance(fuseWithGradients(w, g, 0, GradientForm::positiveProduct),
                   matrix({{.1, .2}, {0, 1}})) < 1e-7);
    CHECK(distance(fuseWithGradients(w, g, 0, GradientForm::meanThenPositive),
                   matrix({{0, 0}, {0, .5}})) < 1e-7);
    const std::vector<int> first{0};
    CHECK(distance(fuseWithGradients(w, g, 0, GradientForm::meanThenPositive, first),
                   matrix({{.2, 0}, {0, 2}})) < 1e-7);
}

TEST_CASE("missing gradients and weights count as 0") {
    const AttentionTensor w = twoHeads();
    AttentionTensor g = w;
    g.values = {NAN, 1, 1, 1, 1, 1, NAN, INFINITY};
    const Matrix fused = fuseWithGradients(w, g, 0, GradientForm::positiveProduct);
    CHECK(distance(fused, matrix({{.3, .6}, {.25, .25}})) < 1e-7);
}

}  // namespace
}  // namespace hw::test
