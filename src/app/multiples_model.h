// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "app/panel_models.h"
#include "app/results.h"
#include "io/json_writer.h"

namespace hw {

/// A method's matrix after every layer, as far as the answers are there. `queries` and `keys` are what is
/// shown of the tokens. O(layers).
MultiplesModel multiplesModel(const AppState& state, ResultStore& results, const Axis& queries,
                              const Axis& keys);

/// The questions behind it, the layer where the views stand first.
std::vector<Query> multiplesQueries(const AppState& state);

/// The largest value of a matrix and its cell; query -1 where no value is there yet. O(values).
struct MatrixPeak {
    int query = -1;
    int key = -1;
    float value = 0;
};
MatrixPeak peakOf(const Answer& answer);

/// For the mirror and for tests: the scale, and of each layer its largest value.
void writeMultiples(JsonWriter& json, const MultiplesModel& model);

}  // namespace hw
