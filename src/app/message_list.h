// SPDX-License-Identifier: MIT
// The messages of the page, and what can be done about them. Internal to src/app.
#pragma once

#include <vector>

#include "app/app_state.h"

namespace hw {

/// Adds a message; an equal one that is already there gives way. At most six are kept. `about`: the data
/// it is about, so that what it offers can be done to them.
void addMessage(AppState& state, Message::Kind kind, Problem problem, const DataSource& about = {});

/// The warnings of the open file: one message for each kind, so that a file of many flaws is not a flood.
void sayWarnings(AppState& state, const std::vector<Problem>& warnings);

}  // namespace hw
