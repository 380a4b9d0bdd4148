// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "page/state/app_state.h"
#include "view/widgets/matrix_window.h"

namespace hw {

/// State of the matrices between frames, with one zoom window for all that are side by side.
struct MatrixUi {
    MatrixWindow window;
    Colormap colormap = Colormap::blues;  ///< input, set before drawing
    std::uint32_t document = 0;           ///< the data of `window`, which is reset when they change
    int example = 0;
    Side side = Side::encoder;
};

}  // namespace hw
