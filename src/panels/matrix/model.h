// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "page/answers/result_store.h"
#include "page/answers/standing.h"
#include "page/models/matrix_frame.h"

namespace hw {

/// A displayed matrix: those of two layers, blended during a change of layer.
struct MatrixModel : MatrixFrame, MatrixBlend {
    std::string title;         ///< "Raw attention, layer 6", "Rollout, layers 1-6"
    std::string caption;       ///< "[CLS] from “cabinet” 0.25, “keys” 0.09"
    std::string shortCaption;  ///< "[CLS] from “cabinet” 0.25", where space is short
    Method method = Method::raw;
    bool leads = true;       ///< resets the shared zoom when its data change
    bool diverging = false;  ///< a difference: colours run in two directions from 0
    /// "63 %", "stopped at 63 %" of the present layer; empty when complete, and before there is any value.
    std::string progress;
    bool stopped = false;  ///< by StopWork, before it was complete
    Standing standing;     ///< of the present layer
};

/// A method's matrix at the present layer. `queries` and `keys` are the shown axes.
/// O(tokens), and O(values) the first time for relative flow.
MatrixModel matrixModel(const AppState& state, ResultStore& results, Method method,
                        const Axis& queries, const Axis& keys);

}  // namespace hw
