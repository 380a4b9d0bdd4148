// SPDX-License-Identifier: MIT
#pragma once

#include "app/view_models.h"
#include "io/json_writer.h"

namespace hw {

/// The question behind the table: the present example, or all of the file.
Query correlationQuery(const AppState& state);

/// O(scores * layers).
FaithfulnessModel faithfulnessModel(const AppState& state, ResultStore& results);

/// {"examples":N,"done","leftOut":[...],"importance":{"blankout":{"raw":[{"mean","sd"} a layer],...}}}:
/// the same form as `headwaters correlate --format json`; for one example sd is 0.
void writeFaithfulness(JsonWriter& json, const FaithfulnessModel& model);

}  // namespace hw
