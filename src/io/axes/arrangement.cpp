// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "io/axes/attention.h"

namespace hw::io {

namespace {

/// The place of a matrix, counted in matrices, by its layer, input and head.
struct Order {
    std::array<std::size_t, 8> strides{};
    const Axes& axes;
    const Shape& shape;

    Order(const Shape& sizes, const Axes& order) : axes(order), shape(sizes) {
        std::size_t stride = 1;
        for (std::size_t i = axes.size(); i-- > 0;) {
            strides[i] = stride;
            stride *= shape[static_cast<int>(i)];
        }
    }
    std::size_t at(std::size_t layer, std::size_t item, std::size_t head) const {
        std::size_t place = 0;
        for (std::size_t i = axes.size(); i-- > 0;) {
            const std::size_t size = shape[static_cast<int>(i)];
            if (axes[i] == AxisKind::layers) place += layer * strides[i];
            if (axes[i] == AxisKind::heads) place += head * strides[i];
            if (axes[i] == AxisKind::inputs) {
                place += item % size * strides[i];
                item /= size;
            }
        }
        return place;
    }
};

}  // namespace

Weights arranged(const Nest& block, const Axes& axes) {
    const Shape& s = block.shape;
    Weights weights;
    weights.place = block.place;
    weights.byte = block.byte;
    weights.layers = static_cast<int>(sizeOf(s, axes, AxisKind::layers));
    weights.batch = static_cast<int>(sizeOf(s, axes, AxisKind::inputs));
    weights.heads = static_cast<int>(sizeOf(s, axes, AxisKind::heads));
    weights.queries = static_cast<int>(block.rows());
    weights.keys = static_cast<int>(block.columns());
    const bool hasHeads = std::ranges::find(axes, AxisKind::heads) != axes.end();
    weights.headsFused = !hasHeads;
    const std::size_t matrix = std::size_t{block.rows()} * block.columns();
    const std::size_t part = block.part();
    if (part == 0 || matrix == 0) return weights;
    // Adjacent heads are combined.
    const bool joined = hasHeads && axes.back() == AxisKind::heads;
    const std::size_t unit = std::min(part, joined ? matrix * weights.heads : matrix);
    weights.parts = static_cast<int>(matrix * weights.heads / unit);
    const Order order(s, axes);
    const std::size_t steps = joined ? 1 : static_cast<std::size_t>(weights.heads);
    const std::size_t units = weights.parts / steps;
    for (int layer = 0; layer < weights.layers; ++layer) {
        for (int item = 0; item < weights.batch; ++item) {
            for (std::size_t i = 0; i < steps; ++i) {
                std::size_t at = order.at(layer, item, i) * matrix;
                for (std::size_t u = 0; u < units; ++u, at += unit) {
                    const Slice& from = block.slices[at / part];
                    weights.slices.push_back({from.pool, from.offset + at % part, unit});
                }
            }
        }
    }
    return weights;
}

}  // namespace hw::io
