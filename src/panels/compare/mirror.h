// SPDX-License-Identifier: MIT
#pragma once

#include "io/write/json_writer.h"
#include "page/state/app_state.h"
#include "panels/compare/model.h"

namespace hw {

/// Writes the columns' values, and their rank correlations.
void writeTables(JsonWriter& json, const CompareModel& model);

/// Writes the compare view's controls as elements of an open JSON array. They are the number of columns, the content
/// and changes of each, and the two columns that are subtracted.
void writeComparing(JsonWriter& json, const AppState& state);

}  // namespace hw
