// SPDX-License-Identifier: MIT
// Moves an open model through the steps of its training. Internal to update().
#pragma once

#include "page/state/app_state.h"
#include "page/state/command.h"
#include "session/update/effect.h"
#include "session/update/event.h"

namespace hw {

Effects stepsKnown(AppState& state, const StepsKnown& event);
Effects setStep(AppState& state, const SetStep& command);

/// Starts or stops a walk through the steps, from the first one if the last is shown. The step at which it stops
/// becomes a step of the history.
Effects playSteps(AppState& state);
/// Advances the time. The next step waits until the present one is shown.
Effects advanceSteps(AppState& state, double seconds);

}  // namespace hw
