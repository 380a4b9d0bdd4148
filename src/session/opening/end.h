// SPDX-License-Identifier: MIT
// The part of update() for results of an opening. Internal to session/opening.
#pragma once

#include "page/state/app_state.h"
#include "session/update/effect.h"
#include "session/update/event.h"

namespace hw {

Effects openingMarked(AppState& state, const OpeningMarked& event);
Effects openingNamed(AppState& state, const OpeningNamed& event);
Effects openingProgressed(AppState& state, const OpeningProgressed& event);
Effects openingFailed(AppState& state, const OpeningFailed& event);
Effects opened(AppState& state, const Opened& event);

}  // namespace hw
