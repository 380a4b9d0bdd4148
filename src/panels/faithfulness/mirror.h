// SPDX-License-Identifier: MIT
// What the DOM mirror says of the view: elements of an open array (page/mirror).
#pragma once

#include "io/write/json_writer.h"
#include "panels/faithfulness/model.h"

namespace hw {

void writeTables(JsonWriter& json, const FaithfulnessModel& model);
/// Tokens without a rank, each to be switched; all examples or the present one.
void writeRankingControls(JsonWriter& json, const FaithfulnessModel& model);

}  // namespace hw
