// SPDX-License-Identifier: MIT
// The messages of the page, and what can be done about them. Internal to page/update.
#pragma once

#include <vector>

#include "page/state/app_state.h"

namespace hw {

/// Adds a message; an equal one that is already there gives way. Those about the same file come together;
/// at most six are kept, the newest. `about`: the data it is about, so that what it offers can be done to
/// them.
void addMessage(AppState& state, Message::Kind kind, std::string file, Problem problem,
                const DataSource& about = {});
/// What was said of a file does not hold any more: it is opened again.
void forgetMessages(AppState& state, const std::string& file);
/// "keys.json: attentions › 1: ...": all of a message in one line.
std::string messageText(const Message& message);

/// The warnings of the open file: one message for each kind, so that a file of many flaws is not a flood.
void sayWarnings(AppState& state, const std::vector<Problem>& warnings);

}  // namespace hw
