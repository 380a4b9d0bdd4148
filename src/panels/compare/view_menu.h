// SPDX-License-Identifier: MIT
#pragma once

#include "page/state/command.h"
#include "panels/compare/model.h"
#include "view/widgets/widgets.h"

namespace hw {

/// The menu of a column of the compare view, opened with ImGui::OpenPopup("column") in the same id scope. It has method
/// or scores, preset, heads, residual, discard, layer, start layer. Values that follow the view are labelled so.
void drawColumnMenu(const Theme& theme, const CompareModel& model, int column, const Rect& anchor,
                    Commands& commands);

}  // namespace hw
