// SPDX-License-Identifier: MIT
#pragma once

#include "io/write/json_writer.h"
#include "page/state/app_state.h"
#include "panels/compare/model.h"

namespace hw {

/// The columns' values, and their rank correlations.
void writeTables(JsonWriter& json, const CompareModel& model);

/// The compare view's controls as elements of an open JSON array: how many columns there are, what each is
/// about and changes, and which two of them are subtracted.
void writeComparing(JsonWriter& json, const AppState& state);

}  // namespace hw
