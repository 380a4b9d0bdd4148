// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "view/widgets/changed_tiles.h"

namespace hw {

/// Changes draw data so that rendering it touches nothing outside `rects` (disjoint). Each command is drawn once per
/// rectangle, clipped to it, with the triangles that intersect it. O(triangles * rects).
void limitTo(ImDrawData& data, const std::vector<PixelRect>& rects);

}  // namespace hw
