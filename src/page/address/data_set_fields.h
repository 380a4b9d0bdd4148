// SPDX-License-Identifier: MIT
// Keys of the address that name a data set and one of its examples.
// Internal to page/address; read and write as ShareKey (page/address/view_fields.h) says.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "page/state/app_state.h"

namespace hw {

/// Only the host can tell whether there is such a list, and how long it is.
bool readDataSet(AppState& state, std::string_view value);
std::optional<std::string> writeDataSet(const AppState& state);
/// From 1; 0 is the list.
bool readRow(AppState& state, std::string_view value);
std::optional<std::string> writeRow(const AppState& state);

}  // namespace hw
