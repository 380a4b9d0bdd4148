// SPDX-License-Identifier: MIT
// What update() does about data: openings, links, examples, messages. Internal to src/app.
#pragma once

#include <string>
#include <vector>

#include "app/app_state.h"
#include "app/command.h"

namespace hw {

Effects openSource(AppState& state, const OpenSource& command);
Effects takeAction(AppState& state, const TakeAction& command);
Effects applyFields(AppState& state, const ApplyFields& command);
Effects selectExample(AppState& state, int example);
Effects cancelOpening(AppState& state);

Effects openingBegan(AppState& state, const OpeningBegan& event);
Effects openingProgressed(AppState& state, const OpeningProgressed& event);
Effects openingFailed(AppState& state, const OpeningFailed& event);
Effects opened(AppState& state, const Opened& event);
Effects exampleChanged(AppState& state, const ExampleChanged& event);

}  // namespace hw
