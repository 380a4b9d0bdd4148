// SPDX-License-Identifier: MIT
// One matrix as lines between two columns of tokens.
#pragma once

#include "page/state/command.h"
#include "panels/graph/model.h"
#include "view/widgets/matrix_window.h"
#include "view/widgets/widgets.h"

namespace hw {

/// What the lines remember between frames.
struct LinesUi {
    MatrixWindow window;      ///< its vertical part alone counts
    std::vector<int> tokens;  ///< what `window` is about
};

/// Outputs at the left, inputs at the right; a line is darker for a larger value. Names and lines answer to the
/// pointer; a click on an output's name makes it the output. O(lines).
void drawLines(const Pen& pen, const GraphModel& model, LinesUi& ui, const Rect& place,
               Commands& commands);

}  // namespace hw
