// SPDX-License-Identifier: MIT
// The page in a window too low for everything at once: a phone held sideways, a small frame in an article, or next to a
// lesson, whose steps bring the controls that they need. One header line, the figure in all the remaining space, layers
// at the foot. The rest is reached by scrolling.
#pragma once

#include "page/state/command.h"
#include "panels/page_model.h"
#include "view/widgets/widgets.h"

namespace hw {

struct UiState;

void drawCompactPage(const Pen& pen, const PageModel& model, UiState& ui, Commands& commands);

}  // namespace hw
