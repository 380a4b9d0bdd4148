// SPDX-License-Identifier: MIT
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>

#include "page/sample_documents.h"
#include "session/update.h"
#include "session/update/playback.h"

using namespace hw;
using namespace hw::test;
using Catch::Matchers::WithinAbs;

namespace {

void tick(AppState& state, double seconds) { update(state, Event(Tick{seconds})); }

void run(AppState& state, double seconds, double frame = 1.0 / 60) {
    for (double t = 0; t < seconds; t += frame) tick(state, frame);
}

/// A file that plays from its first layer.
AppState playing() {
    AppState state;
    open(state, encoderDocument(), local);
    update(state, Command(TogglePlay{}));
    return state;
}

}  // namespace

TEST_CASE("files open still, on their last layer", "[app][playback]") {
    AppState state;
    open(state, encoderDocument(), local);
    CHECK_FALSE(state.playback.playing);
    CHECK(state.view.layer == 5);
    CHECK(state.playback.head == 5);
}

TEST_CASE("without a loop, playing goes from the first layer to the last and then rests",
          "[app][playback]") {
    AppState state = playing();
    update(state, Command(ToggleLoop{}));
    CHECK(state.playback.playing);
    CHECK(state.view.layer == 0);
    CHECK(state.playback.head == 0);
    run(state, 0.2);
    CHECK(state.view.layer == 0);
    run(state, 0.3);
    CHECK(state.view.layer == 1);
    // Six layers, so four rests of 0.9 s more and five glides of 0.45 s.
    run(state, 5 * 1.35);
    CHECK(state.view.layer == 5);
    CHECK(state.playback.head == 5);
    CHECK_FALSE(state.playback.playing);
    CHECK(std::isinf(secondsToNextChange(state)));
}

TEST_CASE("the head moves smoothly and never past the layer it goes to", "[app][playback]") {
    AppState state = restingState();
    update(state, Command(SetLayer{2}));
    CHECK(state.view.layer == 2);
    CHECK(isMoving(state));
    double before = state.playback.head;
    CHECK(before == 5);
    int frames = 0;
    while (isMoving(state) && frames < 100) {
        tick(state, 1.0 / 60);
        CHECK(state.playback.head <= before);
        CHECK(before - state.playback.head < 0.6);
        before = state.playback.head;
        ++frames;
    }
    CHECK(state.playback.head == 2);
    CHECK(frames >= 17);
    CHECK(frames <= 20);
}

TEST_CASE("a step taken during a movement goes on from where the picture is", "[app][playback]") {
    AppState state = restingState();
    update(state, Command(SetLayer{state.view.layer - 1}));
    run(state, 0.1);
    const double between = state.playback.head;
    CHECK(between < 5);
    CHECK(between > 4);
    update(state, Command(SetLayer{state.view.layer - 1}));
    CHECK(state.view.layer == 3);
    CHECK(state.playback.head == between);
    run(state, 0.4);
    CHECK(state.playback.head == 3);
}

TEST_CASE("playing with a loop rests longer on the last layer and begins again",
          "[app][playback]") {
    AppState state = restingState();
    update(state, Command(SetLayer{4}));
    run(state, 0.5);
    update(state, Command(TogglePlay{}));
    run(state, 0.3 + 0.45 + 0.1);
    CHECK(state.view.layer == 5);
    CHECK(state.playback.playing);
    CHECK(secondsToNextChange(state) > 2.0);
    run(state, 2.2);
    CHECK(state.view.layer == 5);
    run(state, 0.2);
    CHECK(state.view.layer == 0);
    CHECK(state.playback.head == 0);
    CHECK(state.playback.playing);
}

TEST_CASE("without a loop playing stops at the last layer and writes the address",
          "[app][playback]") {
    AppState state = restingState();
    update(state, Command(ToggleLoop{}));
    update(state, Command(SetLayer{4}));
    run(state, 0.5);
    update(state, Command(TogglePlay{}));
    Effects all;
    for (int frame = 0; frame < 120; ++frame) {
        Effects now = update(state, Event(Tick{1.0 / 60}));
        all.insert(all.end(), now.begin(), now.end());
    }
    CHECK_FALSE(state.playback.playing);
    CHECK(state.view.layer == 5);
    const auto* address = findEffect<AddressEffect>(all);
    REQUIRE(address);
    CHECK_FALSE(address->push);
    const auto* announced = findEffect<AnnounceEffect>(all);
    REQUIRE(announced);
    CHECK(announced->text == "Layer 6 of 6");
}

TEST_CASE("play at the last layer begins with the first", "[app][playback]") {
    AppState state = restingState();
    update(state, Command(TogglePlay{}));
    CHECK(state.playback.playing);
    CHECK(state.view.layer == 0);
}

TEST_CASE("playing begins at the start layer", "[app][playback]") {
    AppState state = restingState();
    update(state, Command(ApplyFields{"preset=chefer-2021-start-layer"}));
    update(state, Command(TogglePlay{}));
    CHECK(state.view.layer == 1);
    update(state, Command(SetLayer{0}));
    CHECK(state.view.layer == 1);
}

TEST_CASE("speed shortens rests and movements alike", "[app][playback]") {
    AppState state;
    open(state, encoderDocument(), local);
    update(state, Command(SetSpeed{4}));
    run(state, 5 * 1.35 / 4 + 0.1);
    CHECK(state.playback.head == 5);
    update(state, Command(SetSpeed{100}));
    CHECK(state.playback.speed == 4);
    update(state, Command(SetSpeed{0}));
    CHECK(state.playback.speed == 0.25);
    update(state, Command(SetSpeed{std::nan("")}));
    CHECK(state.playback.speed == 0.25);
}

TEST_CASE("nothing is drawn while playing rests, and one long tick ends the rest",
          "[app][playback]") {
    AppState state = playing();
    CHECK_FALSE(isMoving(state));
    CHECK_THAT(secondsToNextChange(state), WithinAbs(0.3, 1e-9));
    tick(state, 0.3);
    CHECK(isMoving(state));
    CHECK(state.view.layer == 1);
    CHECK(state.playback.head < 0.5);
}

TEST_CASE("an hour in a hidden tab moves one layer at most", "[app][playback]") {
    AppState state = playing();
    tick(state, 3600);
    CHECK(state.view.layer == 1);
    tick(state, 3600);
    CHECK(state.view.layer == 1);
    CHECK(state.playback.head < 1);
}

TEST_CASE("with reduced motion layers change without a movement", "[app][playback]") {
    AppState state = restingState();
    Surroundings calm;
    calm.reducedMotion = true;
    update(state, Event(SurroundingsChanged{calm}));
    update(state, Command(SetLayer{1}));
    CHECK(state.playback.head == 1);
    CHECK_FALSE(isMoving(state));
    update(state, Command(TogglePlay{}));
    tick(state, 0.31);
    CHECK(state.view.layer == 2);
    CHECK(state.playback.head == 2);
    CHECK_FALSE(isMoving(state));
    CHECK(secondsToNextChange(state) > 0.5);
}

TEST_CASE("a held timeline follows the pointer and writes no address", "[app][playback]") {
    AppState state = playing();
    const Effects effects = update(state, Command(ScrubTo{2.6}));
    CHECK(state.playback.head == 2.6);
    CHECK(state.view.layer == 3);
    CHECK_FALSE(state.playback.playing);
    CHECK_FALSE(isMoving(state));
    CHECK(findEffect<AddressEffect>(effects) == nullptr);
    update(state, Command(ScrubTo{99}));
    CHECK(state.playback.head == 5);
    update(state, Command(ScrubTo{2.6}));
    const Effects released = update(state, Command(SetLayer{3}));
    REQUIRE(findEffect<AddressEffect>(released));
    CHECK_FALSE(findEffect<AddressEffect>(released)->push);
    run(state, 0.4);
    CHECK(state.playback.head == 3);
}

TEST_CASE("one layer cannot be played", "[app][playback]") {
    DocumentSummary document = encoderDocument();
    document.current.layers = 1;
    AppState state;
    open(state, document, local);
    CHECK_FALSE(state.playback.playing);
    update(state, Command(TogglePlay{}));
    CHECK_FALSE(state.playback.playing);
    CHECK(std::isinf(secondsToNextChange(state)));
}

TEST_CASE("commands before anything is open do nothing", "[app][playback]") {
    AppState state;
    for (const Command& command :
         {Command(SetLayer{3}), Command(SetLayer{state.view.layer + 1}), Command(TogglePlay{}),
          Command(ScrubTo{2}), Command(SetOutput{1, false}), Command(SetMethod{Method::flow}),
          Command(ApplyFields{"example=1"}), Command(CancelOpening{}),
          Command(SetSide{Side::cross})}) {
        CHECK(update(state, command).empty());
    }
    tick(state, 1);
    CHECK(state.view == ViewState{});
    CHECK_FALSE(state.playback.playing);
}
