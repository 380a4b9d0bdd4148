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

}  // namespace hw
