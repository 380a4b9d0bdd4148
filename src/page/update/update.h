// SPDX-License-Identifier: MIT
#pragma once

#include "page/state/command.h"

namespace hw {

/// Carries out one command. The only writer of AppState besides the Event overload.
/// Commands out of range are clamped or ignored; nothing fails. O(size of the view state).
Effects update(AppState& state, const Command& command);

/// Takes in what happened: time, an opened file, a failure. A failed opening leaves the open
/// document and the view as they were and adds a message.
Effects update(AppState& state, const Event& event);

/// True while something moves, so that another frame is due without input: secondsToNextChange() is 0.
bool isMoving(const AppState& state);

/// How long the picture stays as it is without input: 0 while something moves, the rest on a layer
/// while playing, infinity when idle. Draw again, with a Tick of all the time since the last one,
/// when it is over; nothing need be drawn before.
double secondsToNextChange(const AppState& state);

}  // namespace hw
