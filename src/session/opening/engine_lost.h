// SPDX-License-Identifier: MIT
// The part of update() for an engine that died with everything open in it. Internal to session/opening.
#pragma once

#include "page/state/app_state.h"
#include "session/update/effect.h"
#include "session/update/event.h"

namespace hw {

/// Reopens the open data with their view of that moment. Data whose opening kills the engine are not tried again.
Effects engineLost(AppState& state, const EngineLost& event);

/// Stops the automatic reopening of lost data. Every question is refused with Openings::whyLost.
void giveUp(AppState& state);

}  // namespace hw
