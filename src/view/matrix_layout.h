// SPDX-License-Identifier: MIT
// Where the parts of a matrix view stand.
#pragma once

#include "app/view_models.h"
#include "view/widgets.h"

namespace hw {

struct MatrixLayout {
    Rect area;
    Rect plot;               ///< the cells, on whole framebuffer pixels
    float labelWidth = 0;    ///< of either axis; 0: no labels
    bool levelKeys = false;  ///< key labels stand level, not slanted
    bool legend = false;
    float titleMiddle = 0;
    float captionMiddle = 0;
    float legendMiddle = 0;
};

/// The smallest area that a layout makes sense in, CSS pixels.
inline constexpr ImVec2 smallestMatrixArea{32, 68};
inline constexpr float matrixLabelGap = 6;

/// To whole framebuffer pixels, so that outlines and cells meet.
float onPixel(float at);

/// Square cells in `area` unless that made a thread of a long, narrow matrix; labels if nearly each
/// cell can have its own or there is plenty of room. Does not depend on zoom, so that nothing jumps.
MatrixLayout matrixLayout(const MatrixModel& model, int rows, int cols, const Rect& area);

}  // namespace hw
