// SPDX-License-Identifier: MIT
// Token labels beside and below a matrix.
#pragma once

#include <string>
#include <vector>

#include "view/widgets/matrix_window.h"
#include "view/widgets/widgets.h"

namespace hw {

/// Which labels stand out: they come first, and others make room for them.
struct LabelEmphasis {
    int pointed = -1;                          ///< under the pointer here or in a linked view
    const std::vector<int>* marked = nullptr;  ///< output tokens, ascending, or null
};

/// Room that labels need: the widest of a sample and the longest, at most `most`. 0 without labels.
float labelRoom(const std::vector<std::string>& labels, float most);

/// Query labels, right-aligned to `right`, at the middle of their rows; thinned evenly so that none
/// overlap, then with a tick for each.
void drawRowLabels(const Pen& pen, const std::vector<std::string>& labels, const MatrixAxis& rows,
                   const LabelEmphasis& emphasis, float right, float width);

/// Key labels below `top`: level where all fit their columns, else at 45 degrees; thinned alike.
void drawColumnLabels(const Pen& pen, const std::vector<std::string>& labels,
                      const MatrixAxis& cols, const LabelEmphasis& emphasis, float top, float width,
                      bool level);

/// Marks of the notes about a matrix of that layer (-1: where the views stand): of pairs at their cells' corners, of inputs above their columns, of
/// outputs across the sides beside their rows. What is not seen has none.
void drawMatrixNotes(const Pen& pen, int layer, const MatrixAxis& rows, const MatrixAxis& cols,
                     const Rect& plot);

/// The height below a matrix that `drawColumnLabels` needs for labels of `width`.
float columnLabelHeight(float width, bool level);

}  // namespace hw
