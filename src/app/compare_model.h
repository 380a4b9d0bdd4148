// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "app/view_models.h"
#include "io/json_writer.h"

namespace hw {

/// The columns side by side, their difference and their rank correlations.
/// O(columns^2 * tokens log tokens); with matrices O(tokens^2).
CompareModel compareModel(const AppState& state, ResultStore& results);

/// The numbers for the mirror and the API, as one JSON object:
/// {"columns":[{"method","detail","layer","values":[...],"name"}],"tokens":[...],"rows":[keys shown],
///  "spearman":[[...]],"difference":{"of","from","name","values"}}. `firstLayer`: the number of the lowest layer.
void writeCompare(JsonWriter& json, const CompareModel& model, int firstLayer = 0);

}  // namespace hw
