// SPDX-License-Identifier: MIT
#include "page/models/matrix_frame.h"

namespace hw {

void fillFrame(MatrixFrame& frame, const Axis& queries, const Axis& keys,
               const std::vector<int>& outputs, const Hover& hover) {
    frame.queryLabels = queries.labels;
    frame.keyLabels = keys.labels;
    frame.queryTokens = queries.tokens;
    frame.keyTokens = keys.tokens;
    frame.outputs = queries.placesOf(outputs);
    frame.hover = {keys.placeOf(hover.key), queries.placeOf(hover.query), hover.layer};
}

void fillFrame(MatrixFrame& frame, const AppState& state, const Axis& queries, const Axis& keys) {
    const bool chosen = state.view.outputMode == OutputMode::chosen;
    fillFrame(frame, queries, keys, chosen ? state.view.outputs : std::vector<int>{}, state.hover);
}

}  // namespace hw
