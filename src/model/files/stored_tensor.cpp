// SPDX-License-Identifier: MIT
#include "model/files/stored_tensor.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/amount.h"
#include "core/number_text.h"

namespace hw::model {

namespace {

struct Row {
    std::string_view name;
    Blocks blocks;
};

// In the order of Stored.
constexpr Row rows[] = {
    {"F32", {1, 4}},      {"F16", {1, 2}},      {"BF16", {1, 2}},     {"Q8_0", {32, 34}},
    {"Q4_0", {32, 18}},   {"Q4_1", {32, 20}},   {"Q5_0", {32, 22}},   {"Q5_1", {32, 24}},
    {"Q2_K", {256, 84}},  {"Q3_K", {256, 110}}, {"Q4_K", {256, 144}}, {"Q5_K", {256, 176}},
    {"Q6_K", {256, 210}}, {"I8", {1, 1}},       {"F64", {1, 8}},      {"other", {1, 1}},
};
static_assert(std::size(rows) == std::to_underlying(TensorType::other) + 1);

/// nullopt beyond 2^62, so that sums do not overflow.
std::optional<std::uint64_t> bounded(Amount bytes) {
    constexpr Amount most = std::uint64_t{1} << 62;
    return bytes > most ? std::nullopt : std::optional(bytes.value());
}

}  // namespace

Blocks blocksOf(TensorType type) { return rows[std::to_underlying(type)].blocks; }

std::string_view nameOf(TensorType type) { return rows[std::to_underlying(type)].name; }

std::int64_t StoredTensor::count() const {
    if (std::ranges::find(shape, 0) != shape.end()) return 0;  // even if other sizes would overflow
    std::int64_t all = 1;
    for (const std::int64_t size : shape) all *= size;
    return all;
}

std::optional<std::uint64_t> rowBytes(TensorType type, std::int64_t columns) {
    const Blocks blocks = blocksOf(type);
    if (columns < 0 || columns % blocks.elements != 0) return std::nullopt;
    return bounded(Amount(columns / blocks.elements) * blocks.bytes);
}

std::optional<std::uint64_t> tensorBytes(TensorType type, const std::vector<std::int64_t>& shape) {
    auto bytes = rowBytes(type, shape.empty() ? 1 : shape.back());
    for (std::size_t axis = 0; bytes && axis + 1 < shape.size(); ++axis) {
        if (shape[axis] < 0) return std::nullopt;
        bytes = bounded(Amount(*bytes) * shape[axis]);
    }
    return bytes;
}

std::string shapeText(const std::vector<std::int64_t>& shape) {
    std::string text = "[";
    constexpr std::size_t most = 8;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        if (axis == most) return text + ", ...]";
        if (axis > 0) text += ", ";
        text += numberText(shape[axis]);
    }
    return text + "]";
}

}  // namespace hw::model
