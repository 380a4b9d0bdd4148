// SPDX-License-Identifier: MIT
// The page in a window too low for everything at once: a phone held sideways, a small frame in an article; and
// beside a lesson, whose steps bring the controls that they need. One line of head, the figure in all the remaining
// space, layers at the foot. What does not fit can be scrolled to.
#pragma once

#include "page/state/command.h"
#include "panels/page_model.h"
#include "view/widgets/widgets.h"

namespace hw {

struct UiState;

void drawCompactPage(const Pen& pen, const PageModel& model, UiState& ui, Commands& commands);

}  // namespace hw
