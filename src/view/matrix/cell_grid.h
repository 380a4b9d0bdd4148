// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "view/widgets/widgets.h"

namespace hw {

/// An area divided into equal rows and columns, at least one of each.
struct CellGrid {
    Rect area;
    int rows = 1;
    int cols = 1;

    float cellWidth() const { return area.w / static_cast<float>(cols); }
    float cellHeight() const { return area.h / static_cast<float>(rows); }
    Rect row(int index) const {
        return {area.x, area.y + cellHeight() * static_cast<float>(index), area.w, cellHeight()};
    }
    Rect column(int index) const {
        return {area.x + cellWidth() * static_cast<float>(index), area.y, cellWidth(), area.h};
    }
    Rect cell(int r, int c) const { return {column(c).x, row(r).y, cellWidth(), cellHeight()}; }
    /// The row at a y, and the column at an x. The nearest one if outside the area.
    int rowAt(float y) const {
        return std::clamp(static_cast<int>((y - area.y) / cellHeight()), 0, rows - 1);
    }
    int columnAt(float x) const {
        return std::clamp(static_cast<int>((x - area.x) / cellWidth()), 0, cols - 1);
    }
};

}  // namespace hw
