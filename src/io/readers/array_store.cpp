// SPDX-License-Identifier: MIT
#include "io/readers/array_store.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <span>

#include "io/tree/average.h"
#include "io/tree/axes.h"
#include "io/tree/key_meaning.h"

namespace hw::io {

ArrayStore::ArrayStore(std::string_view name, const Shape& shape, const OpenOptions& options)
    : shape_(shape) {
    if (!name.empty() && !isWeights(name)) return;
    half_ = options.halfWeights && shape.rank >= 2;
    const bool hasHeads = shape.rank > 3 || (shape.rank == 3 && meaningOf(name).layer >= 0);
    if (!averagesHeads(options) || !hasHeads) return;
    const std::size_t axis = shape.rank - 3;
    heads_ = shape.sizes[axis];
    if (heads_ < 2) return;
    group_ = static_cast<std::size_t>(shape.withoutFirst(shape.rank - 3).count());
    shape_.sizes[axis] = 1;
}

std::uint64_t ArrayStore::bytesNeeded() const {
    const std::uint64_t kept = shape_.count();
    const std::uint64_t extra = heads_ > 1 ? group_ - group_ / heads_ : 0;
    return (kept + extra) * (half_ ? sizeof(std::uint16_t) : sizeof(float));
}

void ArrayStore::reserve() {
    if (half_) {
        halves_.reserve(bytesNeeded() / sizeof(std::uint16_t));
    } else {
        floats_.reserve(bytesNeeded() / sizeof(float));
    }
}

template <class T>
void ArrayStore::put(std::vector<T>& values, T value) {
    values.push_back(value);
    if (heads_ < 2 || values.size() - groupStart_ < group_) return;
    averageOver(std::span(values).subspan(groupStart_), heads_);
    groupStart_ += group_ / heads_;
    values.resize(groupStart_);
}

float ArrayStore::finite(float value) {
    if (!std::isinf(value)) return value;
    ++infinities_;
    return std::numeric_limits<float>::quiet_NaN();
}

void ArrayStore::add(float value) {
    ++count_;
    value = finite(value);
    if (half_) {
        put(halves_, floatToHalf(value));
    } else {
        put(floats_, value);
    }
}

void ArrayStore::addFloats(const char* bytes, std::size_t count) {
    if (!half_ && heads_ < 2) {
        const std::size_t before = floats_.size();
        floats_.resize(before + count);
        if (count > 0) std::memcpy(floats_.data() + before, bytes, count * sizeof(float));
        for (float& value : std::span(floats_).subspan(before)) value = finite(value);
        count_ += count;
        return;
    }
    for (std::size_t i = 0; i < count; ++i) {
        float value = 0;
        std::memcpy(&value, bytes + i * sizeof value, sizeof value);
        add(value);
    }
}

NodeId ArrayStore::moveTo(Tree& tree, NodeId parent, std::string_view key) {
    tree.infinities += infinities_;
    if (half_) return tree.addHalves(parent, key, shape_, std::move(halves_));
    return tree.addNumbers(parent, key, shape_, std::move(floats_));
}

}  // namespace hw::io
