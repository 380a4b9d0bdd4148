// SPDX-License-Identifier: MIT
// Tooltips that open once the pointer has rested on a control.
#pragma once

#include <cstdint>
#include <string_view>

#include "view/widgets/widgets.h"

namespace hw {

/// Explains the control in `area` after a moment, but not after a press, since the user then knows it. `about`
/// identifies the control from frame to frame. If it is 0, the address of the text does, which then must not change.
void restingTip(const Pen& pen, const Rect& area, std::string_view text, std::uintptr_t about = 0);

/// Call at the end of a frame. Seconds until the hovered control's tip is due, 0 if none is.
double endTips();

}  // namespace hw
