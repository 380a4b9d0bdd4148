// SPDX-License-Identifier: MIT
// Steps through the tokens of a decoder. They are dragged, stepped, and played.
#include <catch2/catch_test_macros.hpp>

#include "page/models/timeline_model.h"
#include "page/sample_documents.h"

using namespace hw;
using namespace hw::test;

namespace {

AppState causalState(const std::string& fields) {
    DocumentSummary document = encoderDocument();
    document.current.kind = AttentionKind::causal;
    AppState state;
    open(state, document, local, fields);
    return state;
}

void pass(AppState& state, double seconds) {
    for (double at = 0; at < seconds; at += 0.1) update(state, Event(Tick{0.1}));
}

}  // namespace

TEST_CASE("a causal model has a way through its tokens", "[app][playback]") {
    AppState state = causalState("v=1&layer=6&token=1");
    const auto steps = timelineModel(state).steps;
    CHECK(steps.tokens == std::vector<int>{0, 1, 2, 3, 4, 5, 6});
    CHECK(steps.at == 1);
    CHECK(steps.text == "token 2 of 7: “the” (1)");
    CHECK(steps.playing == false);
    CHECK(timelineModel(causalState("v=1&token=mean")).steps.at == -1);
    AppState both;
    open(both, encoderDocument(), local, "v=1");
    CHECK(timelineModel(both).steps.tokens.empty());
    update(both, Command(PlayTokens{}));
    CHECK_FALSE(both.playback.tokensPlaying);
    AppState across;
    open(across, translationDocument(), local, "v=1");
    CHECK(timelineModel(across).steps.tokens.size() == 4);
}

TEST_CASE("a token that is dragged to becomes a step of the address when it is let go",
          "[app][playback]") {
    AppState state = causalState("v=1&token=0");
    CHECK(update(state, Command(SetOutput{2, false, false})).empty());
    CHECK(state.view.outputs == std::vector<int>{2});
    CHECK(pushes(update(state, Command(SetOutput{1, false, true}))));
    CHECK(state.view.outputs == std::vector<int>{1});
}

TEST_CASE("tokens play to the last, or again from the first; a choice or the layers stop them",
          "[app][playback]") {
    AppState state = causalState("v=1&token=4");
    state.playback.loop = false;
    update(state, Command(PlayTokens{}));
    CHECK(state.playback.tokensPlaying);
    CHECK(state.view.outputs == std::vector<int>{5});
    const int layer = state.view.layer;
    pass(state, 1);
    CHECK(state.view.outputs == std::vector<int>{6});
    pass(state, 2);
    CHECK_FALSE(state.playback.tokensPlaying);
    CHECK(state.view.outputs == std::vector<int>{6});
    CHECK(state.view.layer == layer);
    state.playback.loop = true;
    update(state, Command(PlayTokens{}));
    CHECK(state.view.outputs == std::vector<int>{0});
    pass(state, 1);
    CHECK(state.view.outputs == std::vector<int>{1});
    update(state, Command(SetOutput{0, false}));
    CHECK_FALSE(state.playback.tokensPlaying);
    update(state, Command(PlayTokens{}));
    CHECK(secondsToNextChange(state) > 0.5);
    update(state, Command(TogglePlay{}));
    CHECK(state.playback.playing);
    CHECK_FALSE(state.playback.tokensPlaying);
    update(state, Command(PlayTokens{}));
    CHECK_FALSE(state.playback.playing);
    CHECK(state.playback.tokensPlaying);
}
