// SPDX-License-Identifier: MIT
// The keys of matrices in GPU memory (MatrixRenderer::upload). Views that draw the same cells of an answer share a
// texture. Those that draw it in another shape have their own.
#pragma once

#include <cstdint>

#include "protocol/query.h"

namespace hw {

/// The shapes in which an answer is uploaded.
enum class TextureShape : std::uint64_t {
    matrix,    ///< its rows and columns
    allHeads,  ///< the heads of a layer, stacked vertically
    count,
};

/// Unique for each answer and shape.
inline std::uint64_t textureKey(const Answer& answer, TextureShape shape) {
    return answer.serial * static_cast<std::uint64_t>(TextureShape::count) +
           static_cast<std::uint64_t>(shape);
}

}  // namespace hw
