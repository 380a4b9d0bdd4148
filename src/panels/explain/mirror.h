// SPDX-License-Identifier: MIT
#pragma once

#include "io/write/json_writer.h"
#include "page/state/app_state.h"
#include "panels/explain/model.h"

namespace hw {

/// Writes what is expanded as tables, with its sentence.
void writeTables(JsonWriter& json, const ExplainModel& model);
/// Writes whose number is explained, what can be expanded, and the way back.
void writeExplainControls(JsonWriter& json, const ExplainModel& model, const AppState& state);

}  // namespace hw
