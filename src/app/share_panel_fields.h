// SPDX-License-Identifier: MIT
// Keys of the address that belong to the views: panes, compare, image, faithfulness. Internal to src/app;
// read and write as ShareKey (app/share_fields.h) says.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/app_state.h"

namespace hw {

bool readPaneViews(AppState& state, std::string_view value);
std::optional<std::string> writePaneViews(const AppState& state);
bool readDividers(AppState& state, std::string_view value);
std::optional<std::string> writeDividers(const AppState& state);
bool readComparedColumns(AppState& state, std::string_view value);
std::optional<std::string> writeComparedColumns(const AppState& state);
bool readDifference(AppState& state, std::string_view value);
std::optional<std::string> writeDifference(const AppState& state);
bool readOpacity(AppState& state, std::string_view value);
std::optional<std::string> writeOpacity(const AppState& state);
bool readLeftOut(AppState& state, std::string_view value);
std::optional<std::string> writeLeftOut(const AppState& state);
bool readScores(AppState& state, std::string_view value);
std::optional<std::string> writeScores(const AppState& state);

}  // namespace hw
