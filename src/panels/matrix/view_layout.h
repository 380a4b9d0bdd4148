// SPDX-License-Identifier: MIT
// Where the parts of a matrix view stand.
#pragma once

#include "panels/matrix/model.h"
#include "view/widgets/widgets.h"

namespace hw {

struct MatrixLayout {
    Rect area;
    Rect plot;           ///< the cells, on whole framebuffer pixels
    Rect words;          ///< of title, caption and legend: the area, or what is right of the cells
    bool aside = false;  ///< the words stand at the right of the cells
    float labelWidth = 0;    ///< of either axis; 0: no labels
    bool levelKeys = false;  ///< key labels stand level, not slanted
    bool legend = false;
    float titleMiddle = 0;
    float captionMiddle = 0;
    float legendMiddle = 0;
};

/// The smallest area worth drawing in, CSS pixels.
inline constexpr ImVec2 smallestMatrixArea{32, 68};
inline constexpr float matrixLabelGap = 6;

/// Square cells in `area` unless that made a thread of a long, narrow matrix; labels if nearly each
/// cell can have its own or there is plenty of room. Does not depend on zoom, so that nothing jumps.
/// `low`: the words may stand at the right of the cells, where that makes these larger.
MatrixLayout matrixLayout(const MatrixModel& model, int rows, int cols, const Rect& area,
                          bool low = false);
/// Where the title stands, sign included.
Rect matrixTitlePlace(const MatrixModel& model, const Rect& area, bool low);

}  // namespace hw
