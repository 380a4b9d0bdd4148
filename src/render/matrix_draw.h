// SPDX-License-Identifier: MIT
// Draw calls for the matrix renderer (render/gl/matrix_renderer.h). No GL.
#pragma once

#include <cstdint>

#include "render/colormap.h"

namespace hw {

/// A matrix in GPU memory, or 0 for none. Identities survive a lost context, but the pixels do not.
using MatrixTexture = std::uint32_t;

/// One rectangle to draw, in framebuffer pixels from the top left, rounded to whole ones. Only the part inside the
/// matrix is painted, over the existing picture.
struct MatrixDraw {
    MatrixTexture from = 0;
    MatrixTexture to = 0;  ///< the same as `from` if 0; must have its shape
    float t = 0;           ///< blend between them, 0 to 1
    float x = 0, y = 0, width = 0, height = 0;
    float firstCol = 0, firstRow = 0;  ///< visible part, in cells, fractions allowed
    float cols = 0, rows = 0;
    float scale = 1;  ///< value at the end of the ramp (diverging: at both ends)
    float gamma = 1;  ///< 1 is linear, < 1 makes small values more visible
    Ramp ramp = Ramp::blues;
    bool dark = false;                  ///< ramps start at the dark ground colour
    std::uint32_t ground = 0xFFFAFAF7;  ///< 0xAARRGGBB
    bool grid = false;                  ///< thin gaps between cells when they are large enough
    float pixelRatio = 1;  ///< framebuffer pixels per CSS pixel: width of gaps and hatching
    float clipX = 0, clipY = 0, clipWidth = 0, clipHeight = 0;  ///< scissor; none if the width is 0
};

}  // namespace hw
