// SPDX-License-Identifier: MIT
// The files that the user gave: the available ones, their numbers, and the one that a link names. Internal to
// session/opening.
#pragma once

#include <cstdint>
#include <string>

#include "page/state/app_state.h"
#include "page/state/command.h"
#include "session/update/effect.h"
#include "session/update/event.h"

namespace hw {

Effects giveFile(AppState& state, const GiveFile& command);
Effects openStored(AppState& state, const StoredFile& event);
Effects reportNotStored(AppState& state, const FileNotStored& event);

/// The number of the file that a link names, or 0 if none is available. The open file takes precedence, and a file that
/// could not be opened comes last.
std::uint32_t numberUnder(const AppState& state, const std::string& name);
/// False for a file that the host has released.
bool isAtHand(const AppState& state, const DataSource& source);
/// Marks a file that could not be opened.
void markRefused(AppState& state, const DataSource& source);

}  // namespace hw
