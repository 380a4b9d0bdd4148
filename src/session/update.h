// SPDX-License-Identifier: MIT
#pragma once

#include "page/state/command.h"
#include "session/update/effect.h"
#include "session/update/event.h"

namespace hw {

/// Carries out one command. Only this function and its Event overload write AppState. Clamps or ignores commands out of
/// range, so nothing fails. O(size of the view state).
Effects update(AppState& state, const Command& command);

/// Processes an event, such as time, an opened file, or a failure. After a failed opening the open document and the
/// view stay as they were, and a message is added.
Effects update(AppState& state, const Event& event);

}  // namespace hw
