// SPDX-License-Identifier: MIT
#pragma once

#include "panels/faithfulness/model.h"
#include "view/widgets/widgets.h"

namespace hw {

/// The colour of one of rankedRows.
ImU32 rankedColour(const Theme& theme, int row);

/// Width of the names at the lines' ends, in pixels.
float lineNames(const FaithfulnessTable& table);

/// A table's correlations as one line per method over the layers, labelled at its end. The present layer is marked.
/// O(methods * layers).
void drawFaithfulnessPlot(const Pen& pen, const FaithfulnessModel& model,
                          const FaithfulnessTable& table, const Rect& area);

}  // namespace hw
