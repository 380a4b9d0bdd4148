// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/header_model.h"
#include "page/state/command.h"
#include "view/widgets/widgets.h"

namespace hw {

inline constexpr float headerHeight = 52;

/// Name, what is open, and the page's main actions.
void drawHeader(const Pen& pen, const HeaderModel& model, const Rect& area, Commands& commands);

/// The page's actions, right-aligned: words, or, if there is no room for all of them or `words` is false, the
/// icon of a menu. Returns the x at which they begin.
float drawActions(const Pen& pen, const Rect& area, const HeaderModel& model, bool spelledOut,
                  Commands& commands);

/// What is being opened, its progress, and a button to cancel.
void drawProgress(const Pen& pen, const HeaderModel& model, const Rect& area, Commands& commands);

/// Links to the file's examples and to its check, side by side from `x`; part of drawHeader on wide
/// screens.
void drawFileWords(const Pen& pen, const HeaderModel& model, float x, float middle,
                   Commands& commands);

/// Errors, warnings and notes, newest first, at most two at a time; returns the height used.
float drawMessages(const Pen& pen, const std::vector<Message>& messages, const Rect& area,
                   Commands& commands);

}  // namespace hw
