// SPDX-License-Identifier: MIT
#pragma once

#include <cstring>
#include <vector>

#include "core/matrix/half.h"
#include "model/support.h"
#include "model/weights/weight.h"

namespace hw::test {

/// A matrix of random bytes of that type, `rows` x `columns` as stored. Scales of blocks are made finite, and I8 gets
/// scales.
inline model::Weight randomWeight(model::TensorType type, int rows, int columns, bool inOut) {
    const std::size_t size = static_cast<std::size_t>(*model::rowBytes(type, columns)) * rows;
    auto bytes = *model::Bytes::room(size, "");
    std::mt19937 random(17);
    for (std::size_t i = 0; i + 1 < size; i += 2) {
        // No exponent of all ones at any position of a half, so 0 to 0x3BFF with a sign.
        const auto half = static_cast<std::uint16_t>(random() % 0x3C00U | (random() & 0x8000U));
        std::memcpy(bytes.data() + i, &half, 2);
    }
    if (type == model::TensorType::f32) {
        const auto values = randomFloats(size / 4, 18, 0.1F);
        std::memcpy(bytes.data(), values.data(), size);
    }
    if (type == model::TensorType::bf16) {
        const auto values = randomFloats(size / 2, 18, 0.1F);
        for (std::size_t i = 0; i < values.size(); ++i) {
            std::memcpy(bytes.data() + 2 * i, std::as_bytes(std::span(&values[i], 1)).data() + 2,
                        2);
        }
    }
    std::vector<float> scales;
    if (type == model::TensorType::i8) scales = randomFloats(rows, 19, 0.01F);
    return model::Weight::ofBytes(type, rows, columns, std::move(bytes), inOut, std::move(scales));
}

}  // namespace hw::test
