// SPDX-License-Identifier: MIT
// What update() does when the engine has ended with all that was open in it. Internal to page/update.
#pragma once

#include "page/state/app_state.h"
#include "page/state/command.h"

namespace hw {

/// What was open is opened again, seen as it is seen then. Data at whose opening the engine ends are not tried again.
Effects engineLost(AppState& state, const EngineLost& event);

/// The file before is open again, or cannot be had: now the document.
void reopenDocument(AppState& state, Effects& effects);
/// Nothing is opened again by itself any more; every question is refused with AppState::openings.whyLost.
void giveUp(AppState& state);

}  // namespace hw
