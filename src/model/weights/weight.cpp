// SPDX-License-Identifier: MIT
#include "model/weights/weight.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "model/weights/decode.h"

namespace hw::model {

void Weight::unpackStored(int row, int first, int count, float* out) const {
    const Blocks blocks = blocksOf(type_);
    const std::byte* from = bytes_->data() + firstByte_ + rowBytes_ * static_cast<std::size_t>(row);
    int at = firstColumn_ + first;
    const int end = at + count;
    float* to = out;
    while (at < end) {
        const int inside = at % blocks.elements;
        const std::byte* block = from + std::size_t{1} * (at / blocks.elements) * blocks.bytes;
        if (inside == 0 && end - at >= blocks.elements) {
            const int whole = (end - at) / blocks.elements * blocks.elements;
            decode(type_, block, whole, to);
            at += whole;
            to += whole;
        } else {
            float values[256];
            decode(type_, block, blocks.elements, values);
            const int part = std::min(blocks.elements - inside, end - at);
            std::copy_n(values + inside, part, to);
            at += part;
            to += part;
        }
    }
    if (scales_ != nullptr) {
        const float scale = (*scales_)[firstScale_ + row];
        for (int i = 0; i < count; ++i) out[i] *= scale;
    }
}

void Weight::unpackRow(int row, float* out) const {
    if (!inOut_) return unpackStored(row, 0, storedColumns_, out);
    for (int column = 0; column < storedRows_; ++column) unpackStored(column, row, 1, out + column);
}

const std::byte* Weight::floats(int row) const {
    if (type_ != Stored::f32) return nullptr;
    return bytes_->data() + firstByte_ + rowBytes_ * static_cast<std::size_t>(row) +
           std::size_t{4} * firstColumn_;
}

Weight Weight::rowsFrom(int first, int count) const {
    Weight part = *this;
    if (inOut_) {
        part.firstColumn_ += first;
        part.storedColumns_ = count;
    } else {
        part.firstByte_ += rowBytes_ * static_cast<std::size_t>(first);
        part.storedRows_ = count;
        part.firstScale_ += first;
    }
    return part;
}

Weight Weight::ofBytes(Stored type, int rows, int columns, Bytes bytes, bool inOut,
                       std::vector<float> scales) {
    Weight weight;
    weight.type_ = type;
    weight.inOut_ = inOut;
    weight.storedRows_ = rows;
    weight.storedColumns_ = columns;
    weight.rowBytes_ = static_cast<std::size_t>(rowBytes(type, columns).value_or(0));
    weight.bytes_ = std::make_shared<const Bytes>(std::move(bytes));
    if (!scales.empty()) {
        weight.scales_ = std::make_shared<const std::vector<float>>(std::move(scales));
    }
    return weight;
}

Result<Weight> Weight::ofFloats(int rows, int columns, std::span<const float> values, bool inOut) {
    auto bytes = Bytes::room(values.size_bytes(), {});
    if (!bytes) return std::unexpected(bytes.error());
    std::memcpy(bytes->data(), values.data(), values.size_bytes());
    return ofBytes(Stored::f32, inOut ? columns : rows, inOut ? rows : columns, std::move(*bytes),
                   inOut);
}

}  // namespace hw::model
