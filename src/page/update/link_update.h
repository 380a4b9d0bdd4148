// SPDX-License-Identifier: MIT
// What update() does about links and their fields: data they name, an example, a view. Internal to page/update.
#pragma once

#include <string>

#include "page/address/address.h"
#include "page/state/app_state.h"
#include "page/state/command.h"

namespace hw {

Effects openSource(AppState& state, const OpenSource& command);
Effects beginPage(AppState& state, const BeginPage& command);
Effects takeAction(AppState& state, const TakeAction& command);
Effects applyFields(AppState& state, const ApplyFields& command);

/// The example that the fields ask for; `otherwise` if they do not, -1 if there is no such one.
int wantedExample(const Share& share, int otherwise, const DocumentSummary& document);

/// Carries out the fields on the open document, from `base`, and says what did not fit. `glide`: the view
/// moves to its layer, else it stands there at once.
void showFields(AppState& state, const Share& share, const ViewState& base, bool glide);

/// Asks the engine for an example of the open document; the fields wait for it. `push`: the address gets a
/// new step then.
Effects askForExample(AppState& state, int example, std::string fields, bool push);

}  // namespace hw
