// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "io/write/json_writer.h"
#include "page/answers/result_store.h"
#include "page/answers/standing.h"
#include "page/models/matrix_frame.h"
#include "page/rules/available.h"
#include "page/rules/fit_view.h"

namespace hw {

/// Small multiples of a method's matrix after each layer, side by side on one colour scale.
struct MultiplesModel : MatrixFrame {
    std::string title;    ///< "Rollout after each layer"
    std::string caption;  ///< what the colours mean, or that values are missing
    Method method = Method::rollout;
    std::vector<const Answer*> layers;  ///< one per layer, null before it has arrived
    int firstLayer = 0;                 ///< earlier layers take no part
    int layer = 0;                      ///< the layer of the views
    ValueForm form = ValueForm::amounts;
    float scale = 1;      ///< the ramp's end for all layers
    bool beyond = false;  ///< a value is larger
    ScaleFit fit;
    bool complete = false;  ///< every value has arrived
    Standing standing;      ///< of the layer with the least progress
};

/// A method's matrix after each layer, as far as answers have arrived. `queries` and `keys` are the shown axes.
/// O(layers).
MultiplesModel multiplesModel(const AppState& state, ResultStore& results, const Axis& queries,
                              const Axis& keys);

/// Its questions, with the present layer's first.
std::vector<Query> multiplesQueries(const AppState& state);

/// The max of a matrix and its cell. Query -1 if there is no value yet. O(values).
struct MatrixPeak {
    int query = -1;
    int key = -1;
    float value = 0;
};
MatrixPeak peakOf(const Answer& answer);

/// Writes the scale, and the max of each layer, for the mirror and tests.
void writeMultiples(JsonWriter& json, const MultiplesModel& model);

}  // namespace hw
