// SPDX-License-Identifier: MIT
// Keys of the address that name a data set and one of its examples.
// Internal to page/address; read and write have the contracts of ShareKey (page/address/view_fields.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "page/state/app_state.h"

namespace hw {

/// Accepts every name, since only the host knows whether such a list exists and how long it is.
bool readDataSet(AppState& state, std::string_view value);
std::optional<std::string> writeDataSet(const AppState& state);
/// Counts from 1; 0 is the list itself.
bool readRow(AppState& state, std::string_view value);
std::optional<std::string> writeRow(const AppState& state);

}  // namespace hw
