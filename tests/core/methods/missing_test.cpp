// SPDX-License-Identifier: MIT
// Weights that were not computed are gaps, according to core/methods/missing.h.
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "core/matrix/matrix.h"
#include "core/methods/missing.h"
#include "core/support.h"

namespace hw::test {
namespace {

constexpr float gone = std::numeric_limits<float>::quiet_NaN();

/// Two layers, two heads, two tokens.
Example exampleOf(std::vector<float> values) {
    Example example;
    example.tokens = {"a", "b"};
    example.attentions = {2, 2, 2, 2, std::move(values), {}};
    for (const float value : example.attentions.values) {
        if (std::isnan(value)) example.attentions.hasMissing = true;
    }
    return example;
}

std::vector<Matrix> rollout(const Example& example) {
    auto matrices = computeStack(example, Part::encoder, Method::rollout, {});
    REQUIRE(matrices.has_value());
    const Gaps gaps(example, Part::encoder, Method::rollout, {});
    for (std::size_t layer = 0; layer < matrices->size(); ++layer)
        gaps.markMatrix(valuesOf((*matrices)[layer]), static_cast<int>(layer));
    return *matrices;
}

bool isGone(std::span<const float> row) {
    return std::ranges::all_of(row, [](float value) { return std::isnan(value); });
}

bool isThere(std::span<const float> row) {
    return std::ranges::none_of(row, [](float value) { return std::isnan(value); });
}

}  // namespace

TEST_CASE("A weight that one head lacks is the other heads' mean, largest and smallest",
          "[missing]") {
    const Example example = exampleOf({gone, .5, .5, .5, .25, .75, 1, 0,  //
                                       .5, .5, .5, .5, .5, .5, .5, .5});
    const AttentionTensor& w = example.attentions;
    CHECK(fuseHeads(w, 0, HeadFusion::mean)(0, 0) == .25F);
    CHECK(fuseHeads(w, 0, HeadFusion::mean)(1, 0) == .75F);
    CHECK(fuseHeads(w, 0, HeadFusion::max)(0, 0) == .25F);
    CHECK(fuseHeads(w, 0, HeadFusion::min)(0, 0) == .25F);
    const double weights[] = {3, 1};
    CHECK(fuseHeads(w, 0, HeadFusion::mean, {}, weights)(0, 0) == .25F);
    Matrix raw = fuseHeads(w, 0, HeadFusion::mean);
    Gaps(example, Part::encoder, Method::raw, {}).markMatrix(valuesOf(raw), 0);
    CHECK(isThere(valuesOf(raw)));
    const std::vector<int> alone{0};
    Settings first;
    first.heads = alone;
    raw = fuseHeads(w, 0, HeadFusion::mean, alone);
    Gaps(example, Part::encoder, Method::raw, first).markMatrix(valuesOf(raw), 0);
    CHECK(std::isnan(raw(0, 0)));
    CHECK(raw(0, 1) == .5F);
}

TEST_CASE("A query without weights has no result of its own, and others keep theirs", "[missing]") {
    const Example example = exampleOf({gone, gone, .5, .5, gone, gone, .5, .5,  //
                                       .5, .5, .5, .5, .5, .5, .5, .5});
    const std::vector<Matrix> r = rollout(example);
    CHECK(isGone(rowOf(r[0], 0)));
    CHECK(isThere(rowOf(r[0], 1)));
    CHECK(isThere(valuesOf(r[1])));
    CHECK(r[1](1, 0) + r[1](1, 1) == 1.0F);
}

TEST_CASE("After a layer without any weight nothing is known", "[missing]") {
    std::vector<float> values(16, .5F);
    std::fill(values.begin() + 8, values.end(), gone);
    const std::vector<Matrix> r = rollout(exampleOf(values));
    CHECK(isThere(valuesOf(r[0])));
    CHECK(isGone(valuesOf(r[1])));
    std::ranges::fill(values, .5F);
    std::fill(values.begin(), values.begin() + 8, gone);
    const Example first = exampleOf(values);
    CHECK(isGone(valuesOf(rollout(first)[1])));
    Settings later;
    later.startLayer = 1;
    Matrix top = Matrix::Zero(2, 2);
    Gaps(first, Part::encoder, Method::rollout, later).markMatrix(valuesOf(top), 1);
    CHECK(isThere(valuesOf(top)));
}

TEST_CASE("Padding without weights takes no part in the mean over outputs", "[missing]") {
    const Example example = exampleOf({1, 0, gone, gone, 1, 0, gone, gone,  //
                                       1, 0, gone, gone, 1, 0, gone, gone});
    const Gaps gaps(example, Part::encoder, Method::rollout, {});
    const OutputChoice mean{OutputJoin::mean, {}};
    CHECK(gaps.withoutSilent(mean).tokens == std::vector<int>{0});
    const OutputChoice chosen{OutputJoin::sum, {1}};
    CHECK(gaps.withoutSilent(chosen).tokens == std::vector<int>{1});
    std::vector<float> row(2);
    gaps.markRow(row, 0, chosen);
    CHECK(isGone(row));
}

TEST_CASE("A word with a token without weights takes no part in the mean over words", "[missing]") {
    Example example;
    example.tokens = {"play", "##ing", "well"};
    example.attentions = {1, 1, 3, 3, {.5, .25, .25, gone, gone, gone, .25, .25, .5}, {}};
    example.attentions.hasMissing = true;
    const Gaps gaps(example, Part::encoder, Method::rollout, {});
    for (const OutputJoin join : {OutputJoin::mean, OutputJoin::max}) {
        OutputChoice all{join, {}};
        CHECK(gaps.withoutSilent(all).tokens == std::vector<int>{0, 2});
        all.groups = {0, 0, 1};
        CHECK(gaps.withoutSilent(all).tokens == std::vector<int>{2});
        CHECK(gaps.withoutSilent(all).groups == std::vector<int>{1});
        const OutputChoice some{join, {2, 0, 1}, {7, 4, 4}};
        CHECK(gaps.withoutSilent(some).tokens == std::vector<int>{2});
        // The command line asks in words, and gets the same answer.
        const OutputChoice words{join, {}};
        CHECK(gaps.withoutSilent(words, groupTokens(std::vector{0, 0, 1}, 3)).tokens ==
              std::vector<int>{1});
    }
    const OutputChoice chosen{OutputJoin::sum, {0, 1}, {0, 0}};
    CHECK(gaps.withoutSilent(chosen) == chosen);
    std::vector<float> row(3);
    gaps.markRow(row, 0, chosen);
    CHECK(isGone(row));
    const OutputChoice nothingElse{OutputJoin::mean, {0, 1}, {0, 0}};
    CHECK(gaps.withoutSilent(nothingElse) == nothingElse);
}

TEST_CASE("Without missing weights there are no gaps and nothing is looked at", "[missing]") {
    Example example = exampleOf(std::vector<float>(16, .5F));
    const Gaps gaps(example, Part::encoder, Method::rollout, {});
    CHECK_FALSE(gaps.any());
    Matrix same = Matrix::Zero(2, 2);
    gaps.markMatrix(valuesOf(same), 1);
    CHECK(isThere(valuesOf(same)));
}

}  // namespace hw::test
