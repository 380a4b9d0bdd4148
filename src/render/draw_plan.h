// SPDX-License-Identifier: MIT
// Sizes, pyramid level and shader variant for drawing a matrix. No GL.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "render/matrix_draw.h"
#include "render/sampling.h"

namespace hw {

/// A matrix on the GPU.
struct Picture {
    std::uint32_t name = 0;  ///< name of the GL texture
    int cols = 0;
    int rows = 0;
    int firstLevel = 0;  ///< pyramid level of the texture's mip level 0
    int lastLevel = 0;
    bool isSigned = false;  ///< has a second channel of minima
};

/// The variant of the fragment shader, see shaders/matrix.frag.
struct Variant {
    int reads = 1;
    bool blend = false;
    bool diverging = false;
    bool grid = false;

    static constexpr std::size_t count = std::size_t{3} * 2 * 2 * 2;
    /// 0 .. count - 1, unique.
    std::size_t index() const;
    /// The shader's #define lines.
    std::string defines() const;
};

struct DrawPlan {
    const Picture* from = nullptr;
    const Picture* to = nullptr;  ///< the same as `from` unless `blend` is between 0 and 1
    float blend = 0;
    float left = 0;  ///< the painted part, in whole framebuffer pixels
    float top = 0;
    AxisSampling cols;
    AxisSampling rows;
    int level = 0;          ///< pyramid level
    float gapOpacity = 0;   ///< of the gaps between cells
    float gapWidth = 1;     ///< framebuffer pixels
    float hatchPeriod = 6;  ///< of the hatching of missing cells, framebuffer pixels
    float hatchWidth = 1;
    Variant variant;
};

/// Both pictures must exist. If their shapes differ, only the nearer one in time is drawn. `what.cols` and `what.rows`
/// > 0.
DrawPlan drawPlan(const MatrixDraw& what, const Picture& from, const Picture& to);

}  // namespace hw
