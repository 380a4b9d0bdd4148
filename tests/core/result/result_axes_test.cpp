// SPDX-License-Identifier: MIT
// The names of the rows and columns of results, and their first layer.
#include "core/result/result_axes.h"

#include <catch2/catch_test_macros.hpp>

namespace hw::test {
namespace {

using Texts = std::vector<std::string>;

Example translation() {
    Example example;
    example.tokens = {"[CLS]", "un", "##do"};
    example.decoder.emplace().tokens = {"<s>", "rück", "gängig"};
    return example;
}

}  // namespace

TEST_CASE("a flow across both sides has the columns of both, all else those of the keys") {
    const Example example = translation();
    const ResultAxes flow = tokenAxes(example, Part::cross, Method::flow);
    CHECK(flow.queries == Texts{"<s>", "rück", "gängig"});
    CHECK(flow.keys == Texts{"[CLS]", "un", "##do", "<s>", "rück", "gängig"});
    CHECK(flow.decoderKeys == 3);
    const ResultAxes rollout = tokenAxes(example, Part::cross, Method::rollout);
    CHECK(rollout.queries == flow.queries);
    CHECK(rollout.keys == Texts{"[CLS]", "un", "##do"});
    CHECK(rollout.decoderKeys == 0);
    CHECK(tokenAxes(example, Part::encoder, Method::flow).queries == rollout.keys);
    CHECK(tokenAxes(example, Part::decoder, Method::flow).keys == rollout.queries);
}

TEST_CASE("groups have the texts that people read, tokens those of the file") {
    const ResultAxes tokens = tokenAxes(translation(), Part::cross, Method::flow);
    const GroupedSide queries{groupsLeft(std::vector{0, 1, 2}), false};
    const GroupedSide words{groupsLeft(std::vector{-1, 0, 0, 1, 2, 2}), true};
    const ResultAxes merged = groupedAxes(tokens, queries, words);
    CHECK(merged.queries == tokens.queries);
    CHECK(merged.keys == Texts{"undo", "<s>", "rück gängig"});
    CHECK(merged.decoderKeys == 2);
    const GroupedSide some{groupsLeft(std::vector{-1, 0, 1, -1, 2, 3}), false};
    const ResultAxes hidden = groupedAxes(tokens, queries, some);
    CHECK(hidden.keys == Texts{"un", "##do", "rück", "gängig"});
    CHECK(hidden.decoderKeys == 2);
}

TEST_CASE("values begin at the start layer, unless each layer counts by itself") {
    Settings settings;
    settings.startLayer = 2;
    const auto first = [&](Method method, Part part, MatrixKind kind = MatrixKind::attention) {
        return firstLayerOf(method, part, kind, settings);
    };
    CHECK(first(Method::raw, Part::encoder) == 0);
    CHECK(first(Method::rollout, Part::encoder) == 2);
    CHECK(first(Method::rollout, Part::cross) == 0);
    CHECK(first(Method::relevance, Part::cross) == 2);
    CHECK(first(Method::flow, Part::cross) == 2);
    CHECK(first(Method::rollout, Part::contributions, MatrixKind::globalContributions) == 0);
}

}  // namespace hw::test
