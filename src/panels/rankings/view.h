// SPDX-License-Identifier: MIT
#pragma once

#include "page/state/command.h"
#include "panels/rankings/rankings.h"
#include "view/widgets/widgets.h"

namespace hw {

/// Both rankings from the top down with a line from each token to itself, `area.w` wide; returns the height. Draws
/// nothing when `pen.list` is null. O(tokens).
float drawRankings(const Pen& pen, const Rankings& rankings, const Rect& area);

/// Above them.
inline constexpr float rankingsGap = 24;

/// The height that they and the gap above them take; 0 where there are none.
float rankingsRoom(const Rankings& rankings, bool touch, float width);

}  // namespace hw
