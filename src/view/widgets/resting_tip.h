// SPDX-License-Identifier: MIT
// Tooltips that open after the pointer has rested on a control.
#pragma once

#include <cstdint>
#include <string_view>

#include "view/widgets/widgets.h"

namespace hw {

/// Explains the control in `area` after a moment; not after a press: whoever presses knows what it does. `about`
/// tells controls apart from one frame to the next; 0: the text's place does, which then never changes.
void restingTip(const Pen& pen, const Rect& area, std::string_view text, std::uintptr_t about = 0);

/// Ends a frame: seconds until the tip under the pointer is due, 0 if none is.
double endTips();

}  // namespace hw
