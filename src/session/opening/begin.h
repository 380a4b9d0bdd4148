// SPDX-License-Identifier: MIT
// How openings begin, and how they end before their data have come. Internal to session/opening.
#pragma once

#include <string>

#include "page/state/app_state.h"
#include "session/update/effect.h"

namespace hw {

/// Opens data, replacing any opening in progress. Link fields wait for the data that they belong to,
/// and for no other.
void beginOpening(AppState& state, const DataSource& source, Effects& effects);
/// Opens the data of a link; `fields` are applied once they are open. The host is asked for a local file that
/// is no longer available.
Effects openLinked(AppState& state, DataSource source, std::string fields, bool push);

/// Cancels the opening that is in progress, if there is one, for a new one.
void supersede(AppState& state, Effects& effects);
/// Nothing is being opened any more, and nothing waits for it.
void endOpening(AppState& state);
/// The present opening, and that of a link's second file before it, are over for whoever waits for them.
void cancelTickets(AppState& state, const Problem& why, Effects& effects);
/// The user has had enough of waiting.
Effects cancelOpening(AppState& state);

}  // namespace hw
