// SPDX-License-Identifier: MIT
// Layout of small multiples. No ImGui here, so that the page and its figures share it.
#pragma once

#include <algorithm>
#include <cmath>

namespace hw {

/// Boxes of one size in rows, each with a label above it.
struct MultiplesGrid {
    int columns = 1;
    float width = 0;  ///< of a box
    float height = 0;
    float gap = 10;
    float label = 16;  ///< height of a label

    int rows(int count) const { return (count + columns - 1) / columns; }
    float x(int index) const { return static_cast<float>(index % columns) * (width + gap); }
    /// Top of the box, below its label.
    float y(int index) const {
        return label + static_cast<float>(index / columns) * (height + gap + label);
    }
    float totalHeight(int count) const {
        return static_cast<float>(rows(count)) * (height + gap + label);
    }
};

/// The largest boxes of `aspect` (width over height) such that `count` of them fit into `width` x `height`. Clamped to
/// between `narrowest` and `widest`, where they may need more height. O(count).
inline MultiplesGrid multiplesGrid(int count, float width, float height, float aspect, float widest,
                                   float narrowest) {
    MultiplesGrid best;
    for (int columns = 1; columns <= std::max(count, 1); ++columns) {
        MultiplesGrid grid;
        grid.columns = columns;
        const auto across = static_cast<float>(columns);
        const auto down = static_cast<float>(grid.rows(count));
        const float byWidth = (width - grid.gap * (across - 1)) / across;
        const float byHeight = (height / down - grid.gap - grid.label) * aspect;
        const float room = std::min(byWidth, widest);
        if (columns > 1 && room < narrowest) break;
        grid.width = std::floor(std::max(std::min(room, byHeight), std::min(narrowest, room)));
        grid.height = std::max(std::floor(grid.width / aspect), 4.0F);
        if (columns == 1 || grid.width > best.width ||
            (grid.width == best.width && grid.totalHeight(count) < best.totalHeight(count))) {
            best = grid;
        }
    }
    return best;
}

}  // namespace hw
