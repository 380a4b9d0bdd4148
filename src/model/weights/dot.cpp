// SPDX-License-Identifier: MIT
#include "model/weights/dot.h"

#include <algorithm>

#include "model/weights/decode.h"
#include "model/weights/four.h"
#include "model/weights/sixteen.h"

namespace hw::model {

namespace {

/// Several rows at once, because the sum of one row waits for each addition.
template <auto low, auto high>
void dots(TensorType type, const std::byte* from, std::size_t rowBytes, std::size_t count,
          const float* x, float* sums) {
    Four totals[rowsOfSixteenBits] = {};
    std::size_t k = 0;
    for (; k + 8 <= count; k += 8) {
        const Four first = load(x + k);
        const Four second = load(x + k + 4);
#pragma GCC unroll 4
        for (int row = 0; row < rowsOfSixteenBits; ++row) {
            const auto eight = reinterpret_cast<Eight>(
                loadBytes(reinterpret_cast<const std::uint8_t*>(from) + row * rowBytes + 2 * k));
            totals[row] += low(eight) * first;
            totals[row] += high(eight) * second;
        }
    }
    for (int row = 0; row < rowsOfSixteenBits; ++row) {
        float values[8];
        decode(type, from + row * rowBytes + 2 * k, count - k, values);
        std::size_t i = 0;
        if (k + 4 <= count) {
            totals[row] += load(values) * load(x + k);
            i = 4;
        }
        float rest = 0;
        for (; k + i < count; ++i) rest += values[i] * x[k + i];
        sums[row] = sumOf(totals[row]) + rest;
    }
}

}  // namespace

bool hasDotSixteenBits(TensorType type) {
    return type == TensorType::f16 || type == TensorType::bf16;
}

void dotSixteenBits(TensorType type, const std::byte* from, std::size_t rowBytes, std::size_t count,
                    const float* x, float* sums) {
    if (type == TensorType::f16)
        dots<lowFiniteHalves, highFiniteHalves>(type, from, rowBytes, count, x, sums);
    else
        dots<lowBrains, highBrains>(type, from, rowBytes, count, x, sums);
}

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
