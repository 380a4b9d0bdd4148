// SPDX-License-Identifier: MIT
// What update() does about examples of what is open. Internal to update().
#pragma once

#include "page/state/app_state.h"
#include "session/update/effect.h"
#include "session/update/event.h"

namespace hw {

/// No example is awaited.
void forgetPendingExample(AppState& state);

Effects exampleRefused(AppState& state, const ExampleRefused& event);
Effects exampleChanged(AppState& state, const ExampleChanged& event);

}  // namespace hw
