// SPDX-License-Identifier: MIT
// Keys of the address for the expanded parts of a number: terms, and the paths of a flow. Internal to page/address;
// read and write have the contracts of ShareKey (page/address/view_fields.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "io/write/json_writer.h"
#include "page/state/app_state.h"

namespace hw {

bool readTerms(AppState& state, std::string_view value);
std::optional<std::string> writeTerms(const AppState& state);
void writeTerms(JsonWriter& json, const AppState& state);
bool readPaths(AppState& state, std::string_view value);
std::optional<std::string> writePaths(const AppState& state);
std::string pathsFromApi(std::string_view value);

}  // namespace hw
