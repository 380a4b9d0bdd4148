// SPDX-License-Identifier: MIT
// How openings begin, and how they end before their data have come. Internal to session/opening.
#pragma once

#include <string>

#include "page/state/app_state.h"
#include "session/update/effect.h"

namespace hw {

/// Opens data, replacing any opening in progress. Link fields wait only for the data that they belong to.
void beginOpening(AppState& state, const DataSource& source, Effects& effects);
/// Opens the data of a link and then applies `fields`. Asks the host for a local file that is no longer available.
Effects openLinked(AppState& state, DataSource source, std::string fields, bool push);

/// Cancels the opening that is in progress, if there is one, for a new one.
void supersede(AppState& state, Effects& effects);
/// Ends the opening and forgets everything that waits for it.
void endOpening(AppState& state);
/// Tells the callers of the present opening, and of a link's second file before it, that these are over.
void cancelTickets(AppState& state, const Problem& why, Effects& effects);
/// The user cancels the opening.
Effects cancelOpening(AppState& state);

}  // namespace hw
