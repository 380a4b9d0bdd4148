// SPDX-License-Identifier: MIT
// What update() does about tokens: which are read, asked about, left out or joined. Internal to update().
#pragma once

#include "page/state/app_state.h"
#include "page/state/command.h"
#include "session/update/effect.h"

namespace hw {

Effects carryOut(AppState& state, const SetOutput& command);
Effects carryOut(AppState& state, const JoinOutputs& command);
Effects carryOut(AppState& state, const SplitOutputs& command);

}  // namespace hw
