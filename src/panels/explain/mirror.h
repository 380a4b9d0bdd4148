// SPDX-License-Identifier: MIT
#pragma once

#include "io/write/json_writer.h"
#include "panels/explain/model.h"

namespace hw {

/// What is opened as tables, with its sentence.
void writeTables(JsonWriter& json, const ExplainModel& model);
/// What can be opened, and the way back.
void writeExplainControls(JsonWriter& json, const ExplainModel& model);

}  // namespace hw
