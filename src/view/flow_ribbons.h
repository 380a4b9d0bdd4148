// SPDX-License-Identifier: MIT
// The ribbons of the flow view, and the plane that they run in.
#pragma once

#include "app/view_models.h"
#include "view/widgets.h"

namespace hw {

/// From (level, row) to the screen: level `top` at the left, level `startLayer` at the right.
struct FlowPlane {
    Rect area;
    int top = 0;
    int bottom = 0;
    int rows = 1;
    float unit = 1;  ///< pixels for one unit of flow

    float x(int level) const {
        const float share = static_cast<float>(top - level) / static_cast<float>(top - bottom);
        return area.x + area.w * share;
    }
    float spacing() const { return area.h / static_cast<float>(rows); }
    float y(int row) const { return area.y + spacing() * (static_cast<float>(row) + 0.5F); }
};

/// All ribbons, those of `path` (an index, or -1) lit, and the marks of the minimum cut. Returns the ribbon
/// under the pointer, or null.
const FlowRibbon* drawRibbons(const Pen& pen, const FlowModel& model, const FlowPlane& plane,
                              int path);

/// The ribbon that is pointed at, in the accent colour, and its numbers at the pointer.
void lightRibbon(const Pen& pen, const FlowModel& model, const FlowPlane& plane,
                 const FlowRibbon& ribbon);

}  // namespace hw
