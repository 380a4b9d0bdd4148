// SPDX-License-Identifier: MIT
// Draws attention matrices on the GPU, with one float texture per matrix and the colour map applied in the fragment
// shader, so that 1,000 x 1,000 cells cost as much as ten. Zoomed out, a pixel covers many cells and shows their
// maximum (or, for differences, the value farthest from zero), because averages would hide the thin peaks that matter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "core/matrix/matrix_view.h"
#include "render/matrix_draw.h"

namespace hw {

/// Cells that are not computed yet (NaN) are drawn as a faint hatching.
class MatrixRenderer {
public:
    /// `budget` is the max number of bytes of GPU memory. The newest matrix always stays.
    explicit MatrixRenderer(std::size_t budget = std::size_t{96} << 20);
    ~MatrixRenderer();
    MatrixRenderer(const MatrixRenderer&) = delete;
    MatrixRenderer& operator=(const MatrixRenderer&) = delete;

    /// Compiles the shaders. False, with the driver's log in `error()`, if the context rejects them.
    bool create();
    /// Forgets GPU objects without deleting them, since the context is gone. Afterwards `create()` works in the new
    /// one, and `upload` returns the same identities as before.
    void contextLost();

    /// Uploads a matrix under `key`, once. Later calls with the same key are free.
    /// LRU: the least recently drawn textures are deleted when the budget is exceeded.
    /// Returns 0 for an empty matrix or without a context. O(rows * cols) the first time. A matrix beyond the GPU's
    /// largest texture is kept as maxima of 2 x 2, 4 x 4, ... cells.
    /// For Ramp::ratio the logarithms are uploaded.
    MatrixTexture upload(std::uint64_t key, MatrixView matrix, Ramp ramp = Ramp::blues);

    /// Draws. Saves and restores the GL state that Dear ImGui's renderer relies on. Does nothing for a texture that
    /// does not exist (any more).
    void draw(const MatrixDraw& what, int framebufferWidth, int framebufferHeight);

    const char* error() const { return error_.c_str(); }

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
    std::string error_;
};

}  // namespace hw
