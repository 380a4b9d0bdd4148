// SPDX-License-Identifier: MIT
// Draws attention matrices on the GPU: one float texture per matrix, the colour map applied in the
// fragment shader, so that 1,000 x 1,000 cells cost as much as ten. Zoomed out, a pixel covers many
// cells and shows their maximum (or, for differences, the value farthest from zero): averages would
// hide the thin peaks that matter.
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
    /// `budget`: maximum bytes of GPU memory; the newest matrix always stays.
    explicit MatrixRenderer(std::size_t budget = std::size_t{96} << 20);
    ~MatrixRenderer();
    MatrixRenderer(const MatrixRenderer&) = delete;
    MatrixRenderer& operator=(const MatrixRenderer&) = delete;

    /// Compiles the shaders. False, with the driver's log in `error()`, if the context rejects them.
    bool create();
    /// Forgets GPU objects without deleting them: the context is gone already. Afterwards `create()`
    /// works in the new one, and `upload` returns the same identities as before.
    void contextLost();

    /// Uploads a matrix under `key`, once; later calls with the same key are free.
    /// LRU: the least recently drawn textures are deleted when the budget is exceeded.
    /// 0 for an empty matrix or without a context. O(rows * cols) the first time; a matrix beyond
    /// the GPU's largest texture is kept as maxima of 2 x 2, 4 x 4, ... cells.
    /// For Ramp::ratio the logarithms are put there.
    MatrixTexture upload(std::uint64_t key, MatrixView matrix, Ramp ramp = Ramp::blues);

    /// Draws; saves and restores the GL state that Dear ImGui's renderer relies on. Does nothing
    /// for a texture that does not exist (any more).
    void draw(const MatrixDraw& what, int framebufferWidth, int framebufferHeight);

    const char* error() const { return error_.c_str(); }

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
    std::string error_;
};

}  // namespace hw
