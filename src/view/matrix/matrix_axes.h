// SPDX-License-Identifier: MIT
// Token labels beside and below a matrix.
#pragma once

#include <string>
#include <vector>

#include "view/widgets/matrix_window.h"
#include "view/widgets/widgets.h"

namespace hw {

/// Labels with priority: they are placed first, and others give way.
struct LabelEmphasis {
    int pointed = -1;                          ///< the hovered one, here or in a linked view
    const std::vector<int>* marked = nullptr;  ///< output tokens, ascending, or null
};

/// Space for the labels: the widest of a sample and the longest, at most `most`. 0 without labels.
float labelRoom(const std::vector<std::string>& labels, float most);

/// Query labels, right-aligned to `right`, centred on their rows; thinned evenly so that none
/// overlap, then with a tick for each.
void drawRowLabels(const Pen& pen, const std::vector<std::string>& labels, const MatrixAxis& rows,
                   const LabelEmphasis& emphasis, float right, float width);

/// Key labels below `top`: horizontal if all fit their columns, else at 45 degrees; thinned likewise.
void drawColumnLabels(const Pen& pen, const std::vector<std::string>& labels,
                      const MatrixAxis& cols, const LabelEmphasis& emphasis, float top, float width,
                      bool level);

/// Marks of the notes about a matrix of that layer (-1: the present one): of pairs at their cells' corners,
/// of inputs above their columns, of outputs beside their rows. Only visible ones.
void drawMatrixNotes(const Pen& pen, int layer, const MatrixAxis& rows, const MatrixAxis& cols,
                     const Rect& plot);

/// The height that `drawColumnLabels` needs for labels of `width`.
float columnLabelHeight(float width, bool level);

}  // namespace hw
