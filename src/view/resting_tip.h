// SPDX-License-Identifier: MIT
// Explanations that come when the pointer rests on a control, so that they are not in the way before.
#pragma once

#include <string_view>

#include "view/widgets.h"

namespace hw {

/// Explains the control in `area` after a moment; not after a press: whoever presses knows what it does. `about`
/// tells controls apart from one frame to the next; null: the text does, which then lives as long as the program.
void restingTip(const Pen& pen, const Rect& area, std::string_view text,
                const void* about = nullptr);

/// Ends a frame: seconds until the tip under the pointer is due, 0 if none is.
double endTips();

}  // namespace hw
