// SPDX-License-Identifier: MIT
#include "session/update/playback.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "page/models/model_text.h"
#include "page/rules/available.h"
#include "page/rules/fit_view.h"
#include "page/rules/units.h"
#include "session/update/model_line.h"
#include "session/update/output_update.h"

namespace hw {
namespace {

int lastLayer(const AppState& state) { return std::max(state.layerCount() - 1, 0); }

bool isGliding(const Playback& playback) { return playback.glideTotal > 0; }

/// The user's steps start fast and settle. During playback, layers come and go evenly.
double eased(double t, bool playing) {
    if (playing) return t * t * (3 - 2 * t);
    const double left = 1 - t;
    return 1 - left * left * left;
}

void placeHead(AppState& state) {
    Playback& playback = state.playback;
    const double target = state.view.layer;
    const double t = playback.glideDone / playback.glideTotal;
    if (t >= 1) {
        playback.head = target;
        playback.glideTotal = 0;
        return;
    }
    playback.head = playback.glideFrom + (target - playback.glideFrom) * eased(t, playback.playing);
}

double restHere(const AppState& state) {
    const bool last = state.view.layer == lastLayer(state);
    return (last ? pace::lastRest : pace::rest) / state.playback.speed;
}

void arrive(AppState& state, Effects& effects) {
    Playback& playback = state.playback;
    if (!playback.playing) return;
    effects.push_back(layerAnnouncement(state));
    playback.dwell = restHere(state);
    if (!playback.loop && state.view.layer == lastLayer(state)) {
        stopPlaying(state);
        effects.push_back(AddressEffect{false});
    }
}

void leave(AppState& state, Effects& effects) {
    if (state.view.layer == lastLayer(state)) {
        // Gliding back through all layers would be too fast to show anything.
        jumpToLayer(state, firstLayer(state.view));
    } else {
        goToLayer(state, state.view.layer + 1, pace::glide / state.playback.speed);
    }
    if (!isGliding(state.playback)) arrive(state, effects);
}

}  // namespace

namespace {

/// Chooses the next output in order, or with `around` the first after the last. False if there is no other.
bool nextToken(AppState& state, bool around) {
    const Axis axis(namelessUnits(state, true));
    const std::vector<int> places = axis.placesOf(state.view.outputs);
    const int at = places.empty() ? -1 : places.front();
    const int count = static_cast<int>(axis.tokens.size());
    if (count < 2 || (at == count - 1 && !around)) return false;
    carryOut(state, SetOutput{axis.tokens[(at + 1) % count], false});
    return true;
}

Effects advanceTokens(AppState& state, double seconds) {
    Playback& playback = state.playback;
    playback.tokenDwell -= seconds;
    if (!playback.tokensPlaying || playback.tokenDwell > 0) return {};
    playback.tokenDwell = pace::rest / playback.speed;
    playback.tokensPlaying = hasTokenSteps(state) && nextToken(state, playback.loop);
    if (playback.tokensPlaying) return {AnnounceEffect{describeOutput(state)}};
    return {AddressEffect{false}};
}

}  // namespace

void toggleTokens(AppState& state) {
    Playback& playback = state.playback;
    if (!hasTokenSteps(state)) return;
    const bool begins = !playback.tokensPlaying;
    stopPlaying(state);
    if (!begins) return;
    playback.tokenDwell = pace::rest / playback.speed;
    playback.tokensPlaying = nextToken(state, true);
}

void goToLayer(AppState& state, int layer, double seconds) {
    Playback& playback = state.playback;
    const int last = lastLayer(state);
    state.view.layer = std::clamp(layer, std::min(firstLayer(state.view), last), last);
    playback.glideFrom = playback.head;
    playback.glideDone = 0;
    const bool there = playback.head == state.view.layer;
    playback.glideTotal = there || state.surroundings.reducedMotion ? 0 : seconds;
    if (playback.glideTotal <= 0) playback.head = state.view.layer;
}

void jumpToLayer(AppState& state, int layer) { goToLayer(state, layer, 0); }

void startPlaying(AppState& state) {
    if (firstLayer(state.view) >= lastLayer(state)) return;
    if (state.view.layer == lastLayer(state)) jumpToLayer(state, firstLayer(state.view));
    state.playback.playing = true;
    state.playback.tokensPlaying = false;
    state.playback.stepsPlaying = false;
    // The first change after pressing play comes soon.
    state.playback.dwell = std::min(0.3, restHere(state));
}

void stopPlaying(AppState& state) {
    state.playback.playing = false;
    state.playback.tokensPlaying = false;
    state.playback.stepsPlaying = false;
    state.playback.stepDwell = 0;
    state.playback.dwell = 0;
}

Effects advancePlayback(AppState& state, double seconds) {
    Playback& playback = state.playback;
    Effects effects = advanceTokens(state, seconds);
    if (isGliding(playback)) seconds = std::min(seconds, pace::longestFrame);
    while (seconds > 0) {
        if (isGliding(playback)) {
            const double used = std::min(seconds, playback.glideTotal - playback.glideDone);
            const bool ends = used >= playback.glideTotal - playback.glideDone;
            playback.glideDone = ends ? playback.glideTotal : playback.glideDone + used;
            seconds -= used;
            placeHead(state);
            if (ends) arrive(state, effects);
        } else if (playback.playing) {
            if (seconds < playback.dwell) {
                playback.dwell -= seconds;
                break;
            }
            // A long sleep (a hidden tab) ends the rest on a layer, but skips no layers.
            seconds = std::min(seconds - playback.dwell, pace::longestFrame);
            playback.dwell = 0;
            leave(state, effects);
        } else {
            break;
        }
    }
    return effects;
}

AnnounceEffect layerAnnouncement(const AppState& state) {
    return {formatText("Layer {} of {}"_tr, {state.view.layer + 1, state.layerCount()})};
}

Effects scrubTo(AppState& state, const ScrubTo& command) {
    if (state.layerCount() == 0 || std::isnan(command.head)) return {};
    const int last = state.layerCount() - 1;
    const double first = std::min(firstLayer(state.view), last);
    stopPlaying(state);
    const double head = std::clamp(command.head, first, static_cast<double>(last));
    const int layer = static_cast<int>(std::lround(head));
    const bool changed = layer != state.view.layer;
    jumpToLayer(state, layer);
    state.playback.head = head;
    if (!changed) return {};
    return {layerAnnouncement(state)};
}

bool isMoving(const AppState& state) { return isGliding(state.playback); }

double secondsToNextChange(const AppState& state) {
    if (isMoving(state)) return 0;
    double seconds = std::numeric_limits<double>::infinity();
    if (state.playback.playing) seconds = std::max(state.playback.dwell, 0.001);
    if (state.playback.tokensPlaying) seconds = std::max(state.playback.tokenDwell, 0.001);
    if (state.playback.stepsPlaying && !awaitsLine(state))
        seconds = std::min(seconds, std::max(state.playback.stepDwell, 0.001));
    const bool hiddenYet = state.loading.ticket != 0 && state.loading.seconds <= pace::shownAfter;
    if (hiddenYet) seconds = std::min(seconds, pace::shownAfter - state.loading.seconds + 0.01);
    return seconds;
}

}  // namespace hw
