// SPDX-License-Identifier: MIT
// Layout of a matrix view.
#pragma once

#include "panels/matrix/model.h"
#include "view/widgets/widgets.h"

namespace hw {

struct MatrixLayout {
    Rect area;
    Rect plot;  ///< the cells, aligned to framebuffer pixels
    Rect text;  ///< title, caption and legend, over the whole area, or to the right of the cells
    bool aside = false;      ///< the text is at the right of the cells
    float labelWidth = 0;    ///< on either axis, 0 without labels
    bool levelKeys = false;  ///< key labels are horizontal, not slanted
    bool legend = false;
    float titleMiddle = 0;
    float captionMiddle = 0;
    float legendMiddle = 0;
};

/// The smallest area worth drawing in, in CSS pixels.
inline constexpr ImVec2 smallestMatrixArea{32, 68};
inline constexpr float matrixLabelGap = 6;

/// Square cells in `area`, unless a long, narrow matrix became a thin strip. It has labels if nearly every cell can
/// have its own or there is plenty of space. Does not depend on zoom, so that nothing jumps. `low` allows the text at
/// the right of the cells if that makes these larger.
MatrixLayout matrixLayout(const MatrixModel& model, int rows, int cols, const Rect& area,
                          bool low = false);
/// The rectangle of the title, with the question mark.
Rect matrixTitlePlace(const MatrixModel& model, const Rect& area, bool low);

}  // namespace hw
