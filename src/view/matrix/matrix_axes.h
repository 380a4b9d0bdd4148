// SPDX-License-Identifier: MIT
// Token labels to the left of and below a matrix.
#pragma once

#include <string>
#include <vector>

#include "view/widgets/matrix_window.h"
#include "view/widgets/widgets.h"

namespace hw {

/// Labels with priority, which are placed first, and others give way.
struct LabelEmphasis {
    int pointed = -1;                          ///< the hovered one, here or in a linked view
    const std::vector<int>* marked = nullptr;  ///< output tokens, ascending, or null
};

/// Width of the labels, from a sample and the longest, at most `most`. 0 without labels.
float labelRoom(const std::vector<std::string>& labels, float most);

/// Query labels, right-aligned to `right`, centred on their rows. Thinned evenly so that none overlap, then with a tick
/// for each.
void drawRowLabels(const Pen& pen, const std::vector<std::string>& labels, const MatrixAxis& rows,
                   const LabelEmphasis& emphasis, float right, float width);

/// Key labels below `top`, horizontal if all fit their columns, else at 45 degrees. Thinned in the same way.
void drawColumnLabels(const Pen& pen, const std::vector<std::string>& labels,
                      const MatrixAxis& cols, const LabelEmphasis& emphasis, float top, float width,
                      bool level);

/// Marks of the visible notes about a matrix of that layer (-1 for the present one). Those of pairs are at their cells'
/// corners, of inputs above their columns, of outputs next to their rows.
void drawMatrixNotes(const Pen& pen, int layer, const MatrixAxis& rows, const MatrixAxis& cols,
                     const Rect& plot);

/// The height that `drawColumnLabels` needs for labels of `width`.
float columnLabelHeight(float width, bool level);

}  // namespace hw
