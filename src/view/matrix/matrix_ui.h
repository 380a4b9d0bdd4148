// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "page/state/app_state.h"
#include "view/widgets/matrix_window.h"

namespace hw {

/// What the matrices remember between frames: one window for all that are shown side by side.
struct MatrixUi {
    MatrixWindow window;
    Colormap colormap = Colormap::blues;  ///< in: set before drawing
    std::uint32_t document = 0;  ///< what `window` is about; something else begins with all of it
    int example = 0;
    Side side = Side::encoder;
};

}  // namespace hw
