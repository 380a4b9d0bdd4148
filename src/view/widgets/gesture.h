// SPDX-License-Identifier: MIT
// Scrolling, zooming and two-finger gestures. They bypass Dear ImGui's event queue, which spreads events over frames
// and would separate the place, factor and pan of a zoom.
#pragma once

#include "view/widgets/matrix_window.h"
#include "view/widgets/widgets.h"

namespace hw {

/// The gestures since the previous frame (in), and requests of that frame's views (out). Lengths are CSS pixels.
struct Gesture {
    ImVec2 scroll{0, 0};     ///< in: distance, positive is down and to the right
    ImVec2 at{0, 0};         ///< in: centre of the zoom
    float zoom = 1;          ///< in: zoom by this factor
    ImVec2 pan{0, 0};        ///< in: distance that two fingers moved
    unsigned plot = 0;       ///< the plot on which two fingers started, which keeps them, or 0
    unsigned scrolled = 0;   ///< the region that scrolled last keeps the wheel
    double keptUntil = 0;    ///< until this time, in Dear ImGui's seconds
    bool pinching = false;   ///< in: two fingers are down
    bool ended = false;      ///< in: no more of them after this frame
    bool adds = false;       ///< for fingers, a tap adds to the choice, as a click with Shift does
    bool wantsZoom = false;  ///< out: the pointer is on a plot that can be enlarged
    bool wantsDrag = false;  ///< out: the view takes drags in any direction, so they do not scroll
};
Gesture& gesture();

/// Whether a click adds to the choice, or removes from it, and does not replace it.
bool addsToChoice();

/// Lets wheel, fingers and dragging on `plot` change its visible part. `hit` is the plot's own area. A double click
/// shows all again.
void turnPlot(const Hit& hit, const Rect& plot, double mostZoom, MatrixWindow& window);

/// Call at the start of a frame. Clears the out members.
void beginGesture();
/// Call at its end. Input that no plot has used scrolls the region under the pointer, or its parent if that is at its
/// end.
void endGesture();

}  // namespace hw
