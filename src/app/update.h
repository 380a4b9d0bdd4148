// SPDX-License-Identifier: MIT
#pragma once

#include "app/command.h"

namespace hw {

/// Carries out one command. The only writer of AppState besides the Event overload.
/// Commands out of range are clamped or ignored; nothing fails. O(size of the view state).
Effects update(AppState& state, const Command& command);

/// Takes in what happened: time, an opened file, a failure. A failed opening leaves the open
/// document and the view as they were and adds a message.
Effects update(AppState& state, const Event& event);

/// True while something moves, so that another frame is due without input.
bool isMoving(const AppState& state);

}  // namespace hw
