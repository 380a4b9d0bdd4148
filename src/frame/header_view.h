// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/header_model.h"
#include "page/state/command.h"
#include "view/widgets/widgets.h"

namespace hw {

inline constexpr float headerHeight = 52;

/// The program's name, the document's title, and the page's main actions.
void drawHeader(const Pen& pen, const HeaderModel& model, const Rect& area, Commands& commands);

/// The page's actions, right-aligned, as words, or as the icon of a menu if they do not all fit or `words` is false.
/// Returns the x at which they begin.
float drawActions(const Pen& pen, const Rect& area, const HeaderModel& model, bool spelledOut,
                  Commands& commands);

/// The name of the data being opened, their progress, and a button to cancel.
void drawProgress(const Pen& pen, const HeaderModel& model, const Rect& area, Commands& commands);

/// Links to the file's examples and to its check, side by side from `x`. Part of drawHeader on wide screens.
void drawFileText(const Pen& pen, const HeaderModel& model, float x, float middle,
                  Commands& commands);

/// Errors, warnings and notes, newest first, at most two at a time. Returns their height.
float drawMessages(const Pen& pen, const std::vector<Message>& messages, const Rect& area,
                   Commands& commands);

}  // namespace hw
