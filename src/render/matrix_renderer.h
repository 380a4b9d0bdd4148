// SPDX-License-Identifier: MIT
// Draws attention matrices on the GPU: one float texture a matrix, the colour map applied in the
// fragment shader, so that 1,000 x 1,000 cells cost as much as ten. Zoomed out, a pixel covers many
// cells and shows their maximum (or, for differences, the value farthest from zero): averages would
// hide the thin peaks that matter.
#pragma once

#include <cstdint>
#include <vector>

#include "core/matrix.h"

namespace hw {

enum class Ramp { blues, viridis, cividis, diverging };

/// A matrix in GPU memory. 0 is none. Identities survive a lost context; the pixels do not.
using MatrixTexture = std::uint32_t;

/// One rectangle to draw. Pixels are framebuffer pixels, origin at the top left.
struct MatrixDraw {
    MatrixTexture from = 0;
    MatrixTexture to = 0;      ///< 0: the same as `from`
    float t = 0;               ///< blend between them
    float x = 0, y = 0, width = 0, height = 0;
    float firstCol = 0, firstRow = 0;  ///< visible part, in cells, fractions allowed
    float cols = 0, rows = 0;
    float scale = 1;           ///< value at the ramp's end (diverging: at both ends)
    float gamma = 1;           ///< 1 linear; < 1 lifts small values
    Ramp ramp = Ramp::blues;
    bool dark = false;         ///< ramps start at the ground colour
    std::uint32_t ground = 0xFFFAFAF7;   ///< 0xAARRGGBB
    bool grid = false;         ///< thin gaps between cells when they are large enough
    float clipX = 0, clipY = 0, clipWidth = 0, clipHeight = 0;  ///< scissor, framebuffer pixels
};

class MatrixRenderer {
public:
    MatrixRenderer() = default;
    ~MatrixRenderer();
    MatrixRenderer(const MatrixRenderer&) = delete;
    MatrixRenderer& operator=(const MatrixRenderer&) = delete;

    /// Compiles the shaders. False with a log line in `error()` if the context refuses them.
    bool create();
    /// Forgets GPU objects without deleting them: the context is gone already.
    void contextLost();

    /// Puts a matrix into GPU memory under `key`, once; later calls with the same key are free.
    /// Least recently drawn textures go first when more than `budget` bytes are held.
    MatrixTexture upload(std::uint64_t key, MatrixView matrix);
    bool has(std::uint64_t key) const;

    /// Draws; saves and restores the GL state that Dear ImGui's renderer relies on.
    void draw(const MatrixDraw& what, int framebufferWidth, int framebufferHeight);

    const char* error() const { return error_.data(); }

private:
    struct Impl;
    Impl* impl_ = nullptr;
    std::vector<char> error_ = {'\0'};
};

/// The ramp's colour at t in [0, 1] as 0xAABBGGRR (ImGui's order), for chips, legends and tests.
std::uint32_t rampColour(Ramp ramp, float t, bool dark, std::uint32_t ground);

}  // namespace hw
