// SPDX-License-Identifier: MIT
// The table of keys in the address: how each is read into a view and written from it. Internal to
// src/app.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/app_state.h"

namespace hw {

struct ShareKey {
    std::string_view name;
    /// Sets state.view from the value; false, and nothing changed, if it does not fit the document.
    bool (*read)(AppState& state, std::string_view value);
    /// The value to write, or nothing where the view stands at the default.
    std::optional<std::string> (*write)(const AppState& state);
};

/// In the order in which they are written and, but for the order of a link, carried out.
std::span<const ShareKey> shareKeys();

}  // namespace hw
