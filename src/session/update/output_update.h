// SPDX-License-Identifier: MIT
// The part of update() for tokens: outputs, spans and hidden tokens. Internal to update().
#pragma once

#include "page/state/app_state.h"
#include "page/state/command.h"
#include "session/update/effect.h"

namespace hw {

Effects carryOut(AppState& state, const SetOutput& command);
Effects carryOut(AppState& state, const MergeOutputs& command);
Effects carryOut(AppState& state, const SplitOutputs& command);

}  // namespace hw
