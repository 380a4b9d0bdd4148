// SPDX-License-Identifier: MIT
// The numbers of one table, and its size with its plot. Internal to the panel.
#pragma once

#include "page/state/command.h"
#include "panels/faithfulness/model.h"
#include "view/widgets/widgets.h"

namespace hw {

/// Height of a table's heading.
inline constexpr float scoreHeight = 28;
inline constexpr float plotHeight = 128;  ///< min. height if nothing is next to it
inline constexpr float plotGap = 16;      ///< between plot and numbers below each other

/// A table and its plot, in pixels.
struct TableBlockSize {
    bool beside = false;  ///< the plot is at the right of the table
    float nameWidth = 0;
    float cellWidth = 0;
    float plotWidth = 0;
    float plotHeight = 0;
    float height = 0;
    float tableWidth(int layers) const {
        return nameWidth + cellWidth * static_cast<float>(layers);
    }
};

TableBlockSize tableBlock(const FaithfulnessModel& model, const FaithfulnessTable& table,
                          float width);

/// Rows of numbers at the corner of `area`, the marked ones on a background. The pointer shows exact numbers. A click
/// selects method and layer. O(methods * layers).
void drawFaithfulnessTable(const Pen& pen, const FaithfulnessModel& model,
                           const FaithfulnessTable& table, const TableBlockSize& block,
                           const Rect& area, Commands& commands);

}  // namespace hw
