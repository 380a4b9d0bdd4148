// SPDX-License-Identifier: MIT
#pragma once

#include "page/state/command.h"
#include "panels/rankings/rankings.h"
#include "view/widgets/widgets.h"

namespace hw {

/// Both rankings from the top down with a line from each token to itself, `area.w` wide. Returns the height. Draws
/// nothing if `pen.list` is null. O(tokens).
float drawRankings(const Pen& pen, const Rankings& rankings, const Rect& area);

/// Space above them.
inline constexpr float rankingsGap = 24;

/// The height of both, including the gap above. 0 if there are none.
float rankingsRoom(const Rankings& rankings, bool touch, float width);

}  // namespace hw
