// SPDX-License-Identifier: MIT
#include "model/weights/weight.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "model/weights/decode.h"
#include "model/weights/dot.h"

namespace hw::model {

namespace {

/// Interleaves the rows of each group of four, four values at a time. False if memory is short.
bool takeByTurns(Bytes& bytes, int rows, int columns) {
    if (columns % 4 != 0 || rows < 4) return false;
    const std::size_t rowSize = std::size_t{4} * columns;
    auto room = Bytes::room(4 * rowSize, {});
    if (!room) return false;
    for (int row = 0; row + 4 <= rows; row += 4) {
        std::byte* group = bytes.data() + rowSize * static_cast<std::size_t>(row);
        std::memcpy(room->data(), group, 4 * rowSize);
        for (int block = 0; block < columns / 4; ++block) {
            for (int r = 0; r < 4; ++r, group += 16) {
                std::memcpy(group, room->data() + r * rowSize + std::size_t{16} * block, 16);
            }
        }
    }
    return true;
}

}  // namespace

const float* Weight::quad(int row, int column) const {
    const int first = firstRow_ + row;
    const int from = firstColumn_ + column;
    if (!inQuads_ || first % 4 != 0 || first + 4 > allRows_ || row + 4 > storedRows_ ||
        from % 4 != 0) {
        return nullptr;
    }
    const auto* floats = reinterpret_cast<const float*>(bytes_->data());
    return floats + static_cast<std::size_t>(first) * (rowBytes_ / 4) + std::size_t{4} * from;
}

void Weight::unpackQuads(int row, int first, int count, float* out) const {
    const int group = (firstRow_ + row) / 4 * 4;
    const auto* floats = reinterpret_cast<const float*>(bytes_->data()) +
                         static_cast<std::size_t>(group) * (rowBytes_ / 4) +
                         std::size_t{4} * (firstRow_ + row - group);
    int at = firstColumn_ + first;
    const int end = at + count;
    for (; at < end && at % 4 != 0; ++at) *out++ = floats[std::size_t{4} * (at - at % 4) + at % 4];
    for (; at + 4 <= end; at += 4, out += 4) std::memcpy(out, floats + std::size_t{4} * at, 16);
    for (; at < end; ++at) *out++ = floats[std::size_t{4} * (at - at % 4) + at % 4];
}

void Weight::unpackStored(int row, int first, int count, float* out) const {
    const int whole = firstRow_ + row;
    if (inQuads_ && whole / 4 * 4 + 4 <= allRows_) return unpackQuads(row, first, count, out);
    const Blocks blocks = blocksOf(type_);
    const std::byte* from = bytes_->data() + rowBytes_ * static_cast<std::size_t>(whole);
    int at = firstColumn_ + first;
    const int end = at + count;
    float* to = out;
    while (at < end) {
        const int inside = at % blocks.elements;
        const std::byte* block = from + std::size_t{1} * (at / blocks.elements) * blocks.bytes;
        if (inside == 0 && end - at >= blocks.elements) {
            const int fits = (end - at) / blocks.elements * blocks.elements;
            decode(type_, block, fits, to);
            at += fits;
            to += fits;
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
        const float scale = (*scales_)[whole];
        for (int i = 0; i < count; ++i) out[i] *= scale;
    }
}

bool Weight::unpackApart(int row, int first, int count, float* out, std::size_t apart) const {
    const Blocks blocks = blocksOf(type_);
    const int at = firstColumn_ + first;
    if (inQuads_ || scales_ != nullptr || at % blocks.elements != 0 ||
        count % blocks.elements != 0 || count % 4 != 0) {
        return false;
    }
    const std::size_t block = std::size_t{1} * (at / blocks.elements) * blocks.bytes;
    const std::size_t whole = rowBytes_ * static_cast<std::size_t>(firstRow_ + row);
    decode(type_, bytes_->data() + whole + block, count, out, apart);
    return true;
}

bool Weight::hasDot() const {
    return !inQuads_ && firstColumn_ == 0 && storedColumns_ % blocksOf(type_).elements == 0;
}

float Weight::dot(int row, const float* x) const {
    const int whole = firstRow_ + row;
    const std::byte* from = bytes_->data() + rowBytes_ * static_cast<std::size_t>(whole);
    const float sum = dotDecoded(type_, from, static_cast<std::size_t>(storedColumns_), x);
    return scales_ != nullptr ? sum * (*scales_)[whole] : sum;
}

int Weight::dots(int row, const float* x, float* sums) const {
    if (row + rowsOfSixteenBits > storedRows_ || scales_ != nullptr || !hasDotSixteenBits(type_)) {
        sums[0] = dot(row, x);
        return 1;
    }
    const int whole = firstRow_ + row;
    dotSixteenBits(type_, bytes_->data() + rowBytes_ * static_cast<std::size_t>(whole), rowBytes_,
                   static_cast<std::size_t>(storedColumns_), x, sums);
    return rowsOfSixteenBits;
}

float Weight::dot(int row, const QuantisedVector& x) const {
    const int whole = firstRow_ + row;
    return dotWhole(type_, bytes_->data() + rowBytes_ * static_cast<std::size_t>(whole),
                    static_cast<std::size_t>(storedColumns_), x);
}

void Weight::unpackRow(int row, float* out) const {
    if (!inOut_) return unpackStored(row, 0, storedColumns_, out);
    for (int column = 0; column < storedRows_; ++column) unpackStored(column, row, 1, out + column);
}

Weight Weight::rowsFrom(int first, int count) const {
    Weight part = *this;
    if (inOut_) {
        part.firstColumn_ += first;
        part.storedColumns_ = count;
    } else {
        part.firstRow_ += first;
        part.storedRows_ = count;
    }
    return part;
}

Result<Weight> Weight::picked(std::span<const int> rows) const {
    if (inOut_ || type_ == TensorType::f32) {
        const auto width = static_cast<std::size_t>(columns());
        std::vector<float> values(rows.size() * width);
        for (std::size_t i = 0; i < rows.size(); ++i) unpackRow(rows[i], values.data() + i * width);
        return ofFloats(static_cast<int>(rows.size()), columns(), values);
    }
    auto bytes = Bytes::room(rows.size() * rowBytes_, {});
    if (!bytes) return std::unexpected(bytes.error());
    std::vector<float> scales;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto from = static_cast<std::size_t>(firstRow_) + static_cast<std::size_t>(rows[i]);
        std::memcpy(bytes->data() + i * rowBytes_, bytes_->data() + from * rowBytes_, rowBytes_);
        if (scales_ != nullptr) scales.push_back((*scales_)[from]);
    }
    return ofBytes(type_, static_cast<int>(rows.size()), storedColumns_, std::move(*bytes), false,
                   std::move(scales));
}

Weight Weight::ofBytes(TensorType type, int rows, int columns, Bytes bytes, bool inOut,
                       std::vector<float> scales) {
    Weight weight;
    weight.type_ = type;
    weight.inOut_ = inOut;
    weight.storedRows_ = rows;
    weight.storedColumns_ = columns;
    weight.rowBytes_ = static_cast<std::size_t>(rowBytes(type, columns).value_or(0));
    weight.allRows_ = rows;
    weight.inQuads_ = type == TensorType::f32 && takeByTurns(bytes, rows, columns);
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
    return ofBytes(TensorType::f32, inOut ? columns : rows, inOut ? rows : columns,
                   std::move(*bytes), inOut);
}

}  // namespace hw::model
