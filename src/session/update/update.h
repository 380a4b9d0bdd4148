// SPDX-License-Identifier: MIT
#pragma once

#include "page/state/command.h"
#include "session/update/effect.h"
#include "session/update/event.h"

namespace hw {

/// Carries out one command. The only writer of AppState besides the Event overload.
/// Commands out of range are clamped or ignored; nothing fails. O(size of the view state).
Effects update(AppState& state, const Command& command);

/// Processes an event: time, an opened file, a failure. A failed opening leaves the open
/// document and the view as they were and adds a message.
Effects update(AppState& state, const Event& event);

/// True during an animation, when another frame is due without input: secondsToNextChange() is 0.
bool isMoving(const AppState& state);

/// How long the picture stays the same without input: 0 during an animation, the rest on a layer
/// during playback, infinity when idle. When it is over, draw again after a Tick of all the time since the
/// last one; nothing need be drawn before.
double secondsToNextChange(const AppState& state);

}  // namespace hw
