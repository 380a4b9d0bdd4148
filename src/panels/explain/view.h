// SPDX-License-Identifier: MIT
// The parts of the view of how a number arises. Internal to panels/explain.
#pragma once

#include "page/state/command.h"
#include "panels/explain/model.h"
#include "view/widgets/widgets.h"

namespace hw {

/// Terms and what they lack to the value, steps, ways, or the edges of a path: a table from `area`'s top down. Returns
/// its height; draws nothing when `pen.list` is null.
float drawExplainTables(const Pen& pen, const ExplainModel& model, const Rect& area,
                        Commands& commands);

}  // namespace hw
