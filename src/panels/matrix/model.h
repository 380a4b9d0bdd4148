// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "page/answers/result_store.h"
#include "page/answers/standing.h"
#include "page/models/matrix_frame.h"
#include "page/rules/available.h"

namespace hw {

/// A displayed matrix, interpolated between two layers during a change of layer.
struct MatrixModel : MatrixFrame, MatrixBlend {
    std::string title;         ///< "Raw attention, layer 6", "Rollout, layers 1-6"
    std::string shortTitle;    ///< "Rollout relative to uniform, 1–6", for narrow places
    std::string caption;       ///< "[CLS] from “cabinet” 0.25, “keys” 0.09"
    std::string shortCaption;  ///< "[CLS] from “cabinet” 0.25", for narrow places
    std::string unit;          ///< of the scale, "in this layer", "layers 1–6"
    Method method = Method::raw;
    bool leads = true;  ///< zoom is reset when its document changes
    ValueForm form = ValueForm::amounts;
    bool numbers = false;       ///< shown in the cells, if they fit
    bool isDifference = false;  ///< of two matrices, with signs
    /// "63 %", "stopped at 63 %" of the views' layer. Empty once all values have arrived, and before the first.
    std::string progress;
    bool stopped = false;  ///< by StopWork, before it was complete
    Standing standing;     ///< of the present layer
};

/// A method's matrix at the present layer. `queries` and `keys` are the shown axes.
/// O(tokens), and O(values) the first time for relative flow.
MatrixModel matrixModel(const AppState& state, ResultStore& results, Method method,
                        const Axis& queries, const Axis& keys);

}  // namespace hw
