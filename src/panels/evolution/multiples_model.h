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

/// Small multiples: a method's matrix after each layer, side by side on one colour scale.
struct MultiplesModel : MatrixFrame {
    std::string title;    ///< "Rollout after each layer"
    std::string caption;  ///< what the colours mean, or what has not arrived yet
    Method method = Method::rollout;
    std::vector<const Answer*> layers;  ///< one a layer; null: not there yet
    int firstLayer = 0;                 ///< those before it take no part
    int layer = 0;                      ///< where the views stand
    ValueForm form = ValueForm::amounts;
    float scale = 1;      ///< of all layers: the ramp's end
    bool beyond = false;  ///< a value is larger
    ScaleFit fit;
    bool complete = false;  ///< every value is there
    Standing standing;      ///< of the layer that is furthest from there
};

/// A method's matrix after each layer, as far as answers have arrived. `queries` and `keys` are the shown
/// axes. O(layers).
MultiplesModel multiplesModel(const AppState& state, ResultStore& results, const Axis& queries,
                              const Axis& keys);

/// The questions for it, the present layer first.
std::vector<Query> multiplesQueries(const AppState& state);

/// The max of a matrix and its cell; query -1 if there is no value yet. O(values).
struct MatrixPeak {
    int query = -1;
    int key = -1;
    float value = 0;
};
MatrixPeak peakOf(const Answer& answer);

/// For the mirror and tests: writes the scale, and the max of each layer.
void writeMultiples(JsonWriter& json, const MultiplesModel& model);

}  // namespace hw
