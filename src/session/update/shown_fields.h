// SPDX-License-Identifier: MIT
// How fields of an address are shown on what is open: an example, a view. Internal to update().
#pragma once

#include <string>

#include "page/address/address.h"
#include "page/state/app_state.h"
#include "session/update/effect.h"

namespace hw {

/// The example that the fields name; `otherwise` if they name none, -1 if it does not exist.
ExampleName wantedExample(const Share& share, ExampleName otherwise,
                          const DocumentSummary& document);

/// Applies the fields to `base` on the open document, and reports those that do not fit. `glide`: animates to
/// the view's layer, else shows it at once.
void showFields(AppState& state, const Share& share, const ViewState& base, bool glide);

/// Asks the engine for an example of the open document; the fields wait for it. `push`: adds a history entry
/// then.
Effects askForExample(AppState& state, ExampleName example, std::string fields, bool push);

}  // namespace hw
