// SPDX-License-Identifier: MIT
#pragma once

#include "io/write/json_writer.h"
#include "page/state/app_state.h"
#include "panels/explain/model.h"

namespace hw {

/// Writes the expanded number as tables, with its sentence.
void writeTables(JsonWriter& json, const ExplainModel& model);
/// Writes the explained input, the numbers that can be expanded, and the way back.
void writeExplainControls(JsonWriter& json, const ExplainModel& model, const AppState& state);

}  // namespace hw
