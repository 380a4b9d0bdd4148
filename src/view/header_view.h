// SPDX-License-Identifier: MIT
#pragma once

#include "app/command.h"
#include "app/view_models.h"
#include "view/widgets.h"

namespace hw {

inline constexpr float headerHeight = 52;

/// Name, what is open, and the four things one can do with the page.
void drawHeader(const Pen& pen, const HeaderModel& model, const Rect& area, Commands& commands);

/// What leads to the file's examples and to its check, side by side from `x`; drawHeader has them on wide
/// screens.
void drawFileWords(const Pen& pen, const HeaderModel& model, float x, float middle,
                   Commands& commands);

/// Errors, warnings and notes, newest first, at most two at a time; returns the height used.
float drawMessages(const Pen& pen, const std::vector<Message>& messages, const Rect& area,
                   Commands& commands);

}  // namespace hw
