// SPDX-License-Identifier: MIT
// The view's part of the DOM mirror, as elements of an open array (page/mirror).
#pragma once

#include "io/write/json_writer.h"
#include "panels/faithfulness/model.h"

namespace hw {

void writeTables(JsonWriter& json, const FaithfulnessModel& model);
/// Writes the controls, which exclude tokens from the rankings, and choose all examples or the present one.
void writeRankingControls(JsonWriter& json, const FaithfulnessModel& model);

}  // namespace hw
