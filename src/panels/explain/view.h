// SPDX-License-Identifier: MIT
// Parts of the explanation view. Internal to panels/explain.
#pragma once

#include "page/state/command.h"
#include "panels/explain/model.h"
#include "view/widgets/widgets.h"

namespace hw {

/// Terms and the difference to the value, steps, paths, or the edges of a path, as a table from the top of `area`.
/// Returns its height. Draws nothing if `pen.list` is null.
float drawExplainTables(const Pen& pen, const ExplainModel& model, const Rect& area,
                        Commands& commands);

}  // namespace hw
