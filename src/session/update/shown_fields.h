// SPDX-License-Identifier: MIT
// Applies fields of an address (an example, a view) to the open document. Internal to update().
#pragma once

#include <string>

#include "page/address/address.h"
#include "page/state/app_state.h"
#include "session/update/effect.h"

namespace hw {

/// The example that the fields name; `otherwise` if they name none, -1 if it does not exist.
ExampleName exampleIn(const Share& share, ExampleName otherwise, const DocumentSummary& document);

/// Applies the fields to `base` on the open document, and reports those that do not fit. `glide` animates to the view's
/// layer; else it is shown at once.
void showFields(AppState& state, const Share& share, const ViewState& base, bool glide);

/// Asks the engine for an example of the open document. The fields wait for it. `push` then adds a history entry.
Effects askForExample(AppState& state, ExampleName example, std::string fields, bool push);

}  // namespace hw
