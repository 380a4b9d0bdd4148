// SPDX-License-Identifier: MIT
// The part of update() for the line of an open model (ModelLine). Internal to update().
#pragma once

#include "page/state/app_state.h"
#include "page/state/command.h"
#include "session/update/effect.h"

namespace hw {

Effects runText(AppState& state, const RunText& command);
Effects beginText(AppState& state, const BeginText& command);

/// Whether the awaited example is the run of the line's own text. An example that is requested by name is put into the
/// line when it is shown.
bool awaitsLine(const AppState& state);

/// Puts the recipe that is shown into the line, without text if no model made it. `isListed` adds it to the list of
/// texts. O(texts).
void showInLine(AppState& state, bool isListed);

}  // namespace hw
