// SPDX-License-Identifier: MIT
// How openings begin and end, and the files that the user gave. Internal to session/update.
#pragma once

#include <string>

#include "page/state/app_state.h"
#include "page/state/command.h"
#include "session/update/effect.h"
#include "session/update/event.h"

namespace hw {

/// Asks the host for data under a new ticket, and does nothing else.
void fetchSource(AppState& state, const DataSource& source, Effects& effects);
/// Opens data, replacing any opening in progress. Link fields wait for the data that they belong to,
/// and for no other.
void beginOpening(AppState& state, const DataSource& source, Effects& effects);
/// Opens the data of a link; `fields` are applied once they are open. The host is asked for a local file that
/// is no longer at hand.
Effects openLinked(AppState& state, DataSource source, std::string fields, bool push);
/// True if this is the opening of a link's second file.
bool opensSecond(const Openings& openings, std::uint32_t ticket);
/// Asks for what a link names once its second file has been opened, or could not be: then a note will say why.
Effects openFirst(AppState& state, const Problem* problem);
/// The present opening, and that of a link's second file before it, are over for whoever waits for them.
void cancelTickets(AppState& state, const Problem& why, Effects& effects);
/// Cancels the opening that is under way, if there is one, for a new one.
void supersede(AppState& state, Effects& effects);
/// Resets the state of an opening: nothing is being opened, and nothing waits for it.
void endLoading(AppState& state);

/// Shows an error about data, replacing earlier messages about them.
void sayError(AppState& state, const LaterMessage& error, Effects& effects);
/// Shows the message that had to wait for the end of an opening (Openings::later).
void sayLater(AppState& state, Effects& effects);

Effects giveFile(AppState& state, const GiveFile& command);
Effects takeKept(AppState& state, const KeptFile& event);
Effects sayNotHeld(AppState& state, const NotHeld& event);
/// False for a file that the host has released.
bool isAtHand(const AppState& state, const DataSource& source);
/// Marks a file that could not be opened.
void markRefused(AppState& state, const DataSource& source);

}  // namespace hw
