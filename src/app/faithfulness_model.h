// SPDX-License-Identifier: MIT
#pragma once

#include "app/view_models.h"
#include "io/json_writer.h"

namespace hw {

/// The question behind the table: the present example, or all of the file.
Query correlationQuery(const AppState& state);

/// Which tokens the rankings are of: "10 of 11 tokens are ranked; left out: [CLS]."
std::string rankedWords(const AppState& state);

/// O(scores * layers).
FaithfulnessModel faithfulnessModel(const AppState& state, ResultStore& results);

/// {"examples":N,"done","ranked":"All ...","leftOut":[...],"importance":{"blankout":{"raw":[{"layer","mean","sd"}
/// each],...}}}: the same form as `headwaters correlate --format json`; layers from 1; for one example sd is 0.
void writeFaithfulness(JsonWriter& json, const FaithfulnessModel& model);

}  // namespace hw
