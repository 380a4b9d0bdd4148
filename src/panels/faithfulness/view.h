// SPDX-License-Identifier: MIT
#pragma once

#include "page/state/command.h"
#include "panels/faithfulness/model.h"
#include "view/widgets/widgets.h"

namespace hw {

/// For each importance score a table, methods by layers, with the best of each layer marked, and next to it
/// the same as lines over the layers. A click on a number selects its method and layer. Scrolls if it
/// is taller than `area`. O(scores * layers).
void drawFaithfulness(const Pen& pen, const FaithfulnessModel& model, const Rect& area,
                      Commands& commands);

/// Height of everything at this width.
float faithfulnessHeight(const FaithfulnessModel& model, float width, bool touch);

}  // namespace hw
