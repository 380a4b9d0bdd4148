// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/header_model.h"
#include "page/state/command.h"
#include "view/widgets/widgets.h"

namespace hw {

inline constexpr float headerHeight = 52;

/// Name, what is open, and the four things one can do with the page.
void drawHeader(const Pen& pen, const HeaderModel& model, const Rect& area, Commands& commands);

/// What can be done with the page, at the right: words, and where there is no room for all of them (or none are
/// wanted) the sign of a menu. Returns the x where they begin.
float drawActions(const Pen& pen, const Rect& area, const HeaderModel& model, bool words,
                  Commands& commands);

/// What is being opened, how far it is, and a way to stop it.
void drawProgress(const Pen& pen, const HeaderModel& model, const Rect& area, Commands& commands);

/// What leads to the file's examples and to its check, side by side from `x`; drawHeader has them on wide
/// screens.
void drawFileWords(const Pen& pen, const HeaderModel& model, float x, float middle,
                   Commands& commands);

/// Errors, warnings and notes, newest first, at most two at a time; returns the height used.
float drawMessages(const Pen& pen, const std::vector<Message>& messages, const Rect& area,
                   Commands& commands);

}  // namespace hw
