// SPDX-License-Identifier: MIT
// Keys of the address that belong to the views: panes, compare, image, faithfulness. Internal to
// page/address; read and write have the contracts of ShareKey (page/address/view_fields.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "io/write/json_writer.h"
#include "page/state/app_state.h"

namespace hw {

bool readPaneViews(AppState& state, std::string_view value);
std::optional<std::string> writePaneViews(const AppState& state);
void writePaneViews(JsonWriter& json, const AppState& state);
bool readDividers(AppState& state, std::string_view value);
std::optional<std::string> writeDividers(const AppState& state);
void writeDividers(JsonWriter& json, const AppState& state);
bool readComparedColumns(AppState& state, std::string_view value);
std::optional<std::string> writeComparedColumns(const AppState& state);
/// [{"method", "preset", "residual", ...}] with each column's changes from the view; [] for the default three.
void writeComparedColumns(JsonWriter& json, const AppState& state);
std::string comparedFromApi(std::string_view value);
bool readDifference(AppState& state, std::string_view value);
std::optional<std::string> writeDifference(const AppState& state);
/// [of, from], or [] if there is none.
void writeDifference(JsonWriter& json, const AppState& state);
std::string differenceFromApi(std::string_view value);
bool readLeftOut(AppState& state, std::string_view value);
std::optional<std::string> writeLeftOut(const AppState& state);
bool readScores(AppState& state, std::string_view value);
std::optional<std::string> writeScores(const AppState& state);
void writeScores(JsonWriter& json, const AppState& state);
bool readExperiment(AppState& state, std::string_view value);
std::optional<std::string> writeExperiment(const AppState& state);
bool readWriting(AppState& state, std::string_view value);
std::optional<std::string> writeWriting(const AppState& state);

}  // namespace hw
