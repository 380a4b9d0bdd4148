// SPDX-License-Identifier: MIT
// The part of update() for examples of the open document. Internal to update().
#pragma once

#include "page/state/app_state.h"
#include "session/update/effect.h"
#include "session/update/event.h"

namespace hw {

/// Stops waiting for an example.
void forgetPendingExample(AppState& state);

Effects exampleRefused(AppState& state, const ExampleRefused& event);
Effects exampleChanged(AppState& state, const ExampleChanged& event);

}  // namespace hw
