// SPDX-License-Identifier: MIT
// How the picture moves through the layers. Only update() calls it.
#pragma once

#include "page/state/app_state.h"
#include "page/state/command.h"

namespace hw {

namespace pace {
constexpr double rest = 0.9;          ///< seconds on a layer while playing at speed 1
constexpr double lastRest = 2.4;      ///< the same on the last layer before a loop begins again
constexpr double glide = 0.45;        ///< from layer to layer while playing at speed 1
constexpr double step = 0.3;          ///< to a layer that somebody asked for
constexpr double longestFrame = 0.1;  ///< more time than this does not move the picture at once
constexpr double shownAfter = 0.5;    ///< an opening is shown from then on
}  // namespace pace

/// Makes `layer` (clamped) the layer of the view and lets the head move there in `seconds`, at once
/// when the system asks for reduced motion.
void goToLayer(AppState& state, int layer, double seconds);
/// The same without a movement.
void jumpToLayer(AppState& state, int layer);

/// Plays on, or from the first layer if the view stands at the last. Nothing with one layer.
void startPlaying(AppState& state, bool once);
void stopPlaying(AppState& state);

/// The timeline is dragged.
Effects scrubTo(AppState& state, const ScrubTo& command);

/// Begins to go through the output tokens, from the first one where the last is chosen; or stops.
void toggleTokens(AppState& state);

/// Time passes. Layer changes while playing are announced; the end of playing writes the address.
Effects advancePlayback(AppState& state, double seconds);

/// What a screen reader hears of the present layer.
AnnounceEffect layerAnnouncement(const AppState& state);

}  // namespace hw
