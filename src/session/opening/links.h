// SPDX-License-Identifier: MIT
// The part of update() for links and their fields, which open data or another example, or change the view. Internal to
// update().
#pragma once

#include "page/state/app_state.h"
#include "page/state/command.h"
#include "session/update/effect.h"

namespace hw {

Effects openSource(AppState& state, const OpenSource& command);
Effects beginPage(AppState& state, const BeginPage& command);
Effects applyMessageAction(AppState& state, const ApplyMessageAction& command);
Effects applyFields(AppState& state, const ApplyFields& command);

}  // namespace hw
