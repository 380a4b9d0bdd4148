// SPDX-License-Identifier: MIT
#include "model/weights/dot.h"

#include <algorithm>

#include "model/weights/decode.h"
#include "model/weights/four.h"

namespace hw::model {

float dotDecoded(TensorType type, const std::byte* from, std::size_t count, const float* x) {
    float values[256];
    Four total = {};
    float rest = 0;
    const Blocks blocks = blocksOf(type);
    const std::size_t atOnce = std::max<std::size_t>(256 / blocks.elements, 1) * blocks.elements;
    for (std::size_t at = 0; at < count; at += atOnce) {
        const std::size_t some = std::min(atOnce, count - at);
        decode(type, from + at / blocks.elements * blocks.bytes, some, values);
        std::size_t k = 0;
        for (; k + 4 <= some; k += 4) total += load(values + k) * load(x + at + k);
        for (; k < some; ++k) rest += values[k] * x[at + k];
    }
    return sumOf(total) + rest;
}

}  // namespace hw::model
