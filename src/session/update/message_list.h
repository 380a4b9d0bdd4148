// SPDX-License-Identifier: MIT
// The page's messages and their actions. Internal to update().
#pragma once

#include <vector>

#include "page/state/app_state.h"
#include "session/update/effect.h"

namespace hw {

/// Adds a message, replacing an equal one. Messages about the same file are kept together, and only the newest six are
/// kept. `about` is the data it concerns, so that its actions can be applied to them.
void addMessage(AppState& state, Message::Kind kind, std::string file, Problem problem,
                const DataSource& about = {});
/// Removes the messages about a file that is being opened again.
void forgetMessages(AppState& state, const std::string& file);
/// The whole message on one line, such as "keys.json: attentions › 1: ...".
std::string messageText(const Message& message);

/// Shows an error about data, replacing earlier messages about them.
void showError(AppState& state, const PendingMessage& error, Effects& effects);
/// Shows the message that had to wait for the end of an opening (Openings::later).
void showPending(AppState& state, Effects& effects);

/// Shows the warnings of the open file, one message per kind, so that a file with many flaws causes no flood.
void sayWarnings(AppState& state, const std::vector<Problem>& warnings);

}  // namespace hw
