// SPDX-License-Identifier: MIT
// What update() does when the engine has died with everything that was open in it. Internal to session/opening.
#pragma once

#include "page/state/app_state.h"
#include "session/update/effect.h"
#include "session/update/event.h"

namespace hw {

/// Reopens what was open, with the view it has then. Data whose opening kills the engine are not tried again.
Effects engineLost(AppState& state, const EngineLost& event);

/// What the engine lost will not be reopened automatically: every question is refused with Openings::whyLost.
void giveUp(AppState& state);

}  // namespace hw
