// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "app/view_models.h"
#include "view/widgets.h"

namespace hw {

/// The methods of a FaithfulnessTable, in its order.
inline constexpr const char* faithfulnessMethods[] = {"raw", "rollout", "flow"};

/// ".62", "−.06", "1.00": two decimals as the paper's tables have them; a dash for NaN.
std::string shortCorrelation(double value);

/// A table's correlations as one line a method over the layers, named at its end; the layer where the
/// views stand is marked. O(methods * layers).
void drawFaithfulnessPlot(const Pen& pen, const FaithfulnessModel& model,
                          const FaithfulnessTable& table, const Rect& area);

}  // namespace hw
