// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "page/state/command.h"
#include "panels/matrix/model.h"
#include "render/gl/matrix_renderer.h"
#include "view/widgets/matrix_window.h"
#include "view/widgets/widgets.h"

namespace hw {

/// What the matrices remember between frames: one window for all that are shown side by side.
struct MatrixUi {
    MatrixWindow window;
    Colormap colormap = Colormap::blues;  ///< in: set before drawing
    std::uint32_t document = 0;  ///< what `window` is about; something else begins with all of it
    int example = 0;
    Side side = Side::encoder;
};

/// A matrix with title, token labels, the outputs' rows outlined, linked cursor, caption and scale.
/// A click on a row makes it the output (with Shift or Ctrl: adds or takes it away); the wheel with
/// Ctrl or a pinch zooms about the pointer, dragging and the wheel pan what is zoomed, a double
/// click shows all again. Draws into the current ImGui window; CSS pixels. O(visible labels).
Commands drawMatrixView(const MatrixModel& model, MatrixUi& ui, MatrixRenderer& renderer,
                        ImVec2 pos, ImVec2 size, const Theme& theme);

}  // namespace hw
