// SPDX-License-Identifier: MIT
// Everything that a user can do by name, in one table: the keys, the list under "?" and the command
// palette are read from it. The palette takes other choices (each head, each token) from the mirror
// (panels/page_mirror.h), which has them as fields of the address.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/words.h"
#include "page/state/command.h"

namespace hw {

struct Action {
    std::string_view id;
    Words group;  ///< "Layers": a heading of the help
    Words name;   ///< "Next layer"
    std::string_view
        keys;  ///< values of the DOM's KeyboardEvent.key, separated by spaces; may be empty
    std::string_view fields;  ///< the address fields that it applies; empty: call `run`
    Commands (*run)(const AppState& state);  ///< may return no commands
};

/// In the order of the help, methods and panels from their tables. Constant.
std::span<const Action> actions();

/// The commands of an action now; empty for an unknown one, without the document that it needs, or if the
/// document does not have what it refers to.
Commands commandsForAction(const AppState& state, std::string_view id);

/// The same for a key pressed while the canvas has the focus. Empty: the key is not bound and is left to the
/// browser. Of keys with Ctrl or Cmd "Ctrl+z" and the like get here alone.
Commands commandsForKey(const AppState& state, std::string_view key);

/// [{"id", "group", "name", "keys": ["←"], "fields", "also", "available"}], with keys as people read them; `also`: other words
/// for it.
std::string actionsJson(const AppState& state);

}  // namespace hw
