// SPDX-License-Identifier: MIT
// Everything that a person can do by name, in one table: the keys, the list under "?" and the command
// palette are read from it. What the controls offer besides (each head, each token) the palette takes
// from the mirror (panels/page_mirror.h), which lists it as fields of the address.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "page/state/command.h"

namespace hw {

struct Action {
    std::string_view id;
    std::string_view group;  ///< "Layers": a heading of the help
    std::string_view name;   ///< "Next layer"
    std::string_view
        keys;  ///< the DOM's KeyboardEvent.key, several with spaces between; may be empty
    std::string_view
        fields;  ///< fields of the address that it applies; empty: `run` says what to do
    Commands (*run)(const AppState& state);  ///< nothing to do: none
};

/// In the order of the help, methods and panels out of their tables. Constant.
std::span<const Action> actions();

/// What an action does now; empty for an unknown one, without the document that it needs, or where the
/// document does not have what it asks for.
Commands commandsForAction(const AppState& state, std::string_view id);

/// The same for a key pressed while the canvas has the focus. Empty: the key is not bound and stays the
/// browser's. Keys with Ctrl, Alt or Meta never come here.
Commands commandsForKey(const AppState& state, std::string_view key);

/// [{"id", "group", "name", "keys": ["←"], "fields", "available"}], keys as people read them.
std::string actionsJson(const AppState& state);

}  // namespace hw
