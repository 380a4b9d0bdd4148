// SPDX-License-Identifier: MIT
// One matrix as lines between two columns of tokens.
#pragma once

#include "page/state/command.h"
#include "panels/graph/model.h"
#include "view/widgets/matrix_window.h"
#include "view/widgets/widgets.h"

namespace hw {

/// State of the lines between frames.
struct LinesUi {
    MatrixWindow window;      ///< only its vertical part is used
    std::vector<int> tokens;  ///< tokens of `window`
};

/// Inputs at the left, outputs at the right. The larger the value, the darker the line. Names and lines react to the
/// pointer. A click on an output's name selects it. O(lines).
void drawLines(const Pen& pen, const GraphModel& model, LinesUi& ui, const Rect& place,
               Commands& commands);

}  // namespace hw
