// SPDX-License-Identifier: MIT
// Moves the picture through the layers. Internal to update().
#pragma once

#include "page/state/app_state.h"
#include "page/state/command.h"
#include "session/update/effect.h"

namespace hw {

namespace pace {
constexpr double rest = 0.9;          ///< seconds on a layer during playback at speed 1
constexpr double trainingRest = 0.5;  ///< the same on a step of training
constexpr double lastRest = 2.4;      ///< the same on the last layer before looping
constexpr double glide = 0.45;        ///< from layer to layer during playback at speed 1
constexpr double step = 0.3;          ///< to a layer that the user chose
constexpr double longestFrame = 0.1;  ///< a longer frame moves the picture only by this much
constexpr double shownAfter = 0.5;    ///< an opening is shown after this time
}  // namespace pace

/// Sets the view's layer (clamped) and animates the head there in `seconds`, or at once
/// if the system asks for reduced motion.
void goToLayer(AppState& state, int layer, double seconds);
/// The same without animation.
void jumpToLayer(AppState& state, int layer);

/// Continues playback, or starts from the first layer if the view is at the last. No-op with one layer.
void startPlaying(AppState& state);
void stopPlaying(AppState& state);

/// The user drags the timeline.
Effects scrubTo(AppState& state, const ScrubTo& command);

/// Starts or stops a walk through the output tokens, from the first one if the last is chosen.
void toggleTokens(AppState& state);

/// Advances the time. Announces layer changes during playback. The end of playback writes the address.
Effects advancePlayback(AppState& state, double seconds);

/// True during an animation, when another frame is due without input and secondsToNextChange() is 0.
bool isMoving(const AppState& state);

/// How long the picture stays the same without input: 0 during an animation, the rest on a layer during playback,
/// infinity when idle. After that time, send a Tick of all the time since the last one and draw again. Nothing need be
/// drawn before.
double secondsToNextChange(const AppState& state);

/// The announcement of the present layer for screen readers.
AnnounceEffect layerAnnouncement(const AppState& state);

}  // namespace hw
