// SPDX-License-Identifier: MIT
// Every named action, in one table. The keys, the list under "?" and the command palette read it. The palette takes
// other choices (each head, each token) from the mirror (panels/page_mirror.h), which has them as fields of the
// address.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/localized_text.h"
#include "page/state/command.h"

namespace hw {

struct Action {
    std::string_view id;
    LocalizedText group;  ///< a heading of the help, such as "Layers"
    LocalizedText name;   ///< such as "Next layer"
    std::string_view
        keys;  ///< values of the DOM's KeyboardEvent.key, separated by spaces; may be empty
    std::string_view fields;  ///< the address fields that it applies; calls `run` if empty
    Commands (*run)(const AppState& state);  ///< may return no commands
};

/// In the order of the help, methods and panels from their tables. Constant.
std::span<const Action> actions();

/// The commands of an action in the present state. Empty for an unknown action, without the document that it needs, or
/// if the document lacks the method or view that it names.
Commands commandsForAction(const AppState& state, std::string_view id);

/// The same for a key pressed while the canvas has the focus. If the result is empty, the key is not bound and the
/// browser handles it. With Ctrl or Cmd, only "Ctrl+z" and the like get here.
Commands commandsForKey(const AppState& state, std::string_view key);

/// [{"id", "group", "name", "keys": ["←"], "fields", "also", "available"}], with keys as the help shows them. `also`
/// contains other words for the action.
std::string actionsJson(const AppState& state);

}  // namespace hw
