// SPDX-License-Identifier: MIT
// What update() does about the line of an open model (ModelLine). Internal to update().
#pragma once

#include "page/state/app_state.h"
#include "page/state/command.h"
#include "session/update/effect.h"

namespace hw {

Effects runText(AppState& state, const RunText& command);
Effects beginText(AppState& state, const BeginText& command);

/// Whether what is awaited is the run of the line's own text. An example that is asked for by name is put into the line when it is shown.
bool awaitsLine(const AppState& state);

/// Puts the recipe that is shown into the line; without text if no model made it. `isListed`: and into the list of texts. O(texts).
void showInLine(AppState& state, bool isListed);

}  // namespace hw
