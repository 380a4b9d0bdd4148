// SPDX-License-Identifier: MIT
// What update() does about data: openings and examples. Internal to session/update.
#pragma once

#include "page/state/app_state.h"
#include "page/state/command.h"
#include "session/update/effect.h"
#include "session/update/event.h"

namespace hw {

Effects cancelOpening(AppState& state);

Effects openingNamed(AppState& state, const OpeningNamed& event);
Effects openingProgressed(AppState& state, const OpeningProgressed& event);
Effects openingFailed(AppState& state, const OpeningFailed& event);
Effects opened(AppState& state, const Opened& event);
Effects exampleRefused(AppState& state, const ExampleRefused& event);
Effects exampleChanged(AppState& state, const ExampleChanged& event);

}  // namespace hw
