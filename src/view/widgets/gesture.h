// SPDX-License-Identifier: MIT
// Scrolling, zooming and two-finger gestures. They bypass Dear ImGui's event queue, which spreads events over frames and
// would separate the parts of a zoom: its place, its factor and its pan.
#pragma once

#include "view/widgets/matrix_window.h"
#include "view/widgets/widgets.h"

namespace hw {

/// The gestures since the previous frame (in), and what the views of that frame want (out). Lengths are CSS pixels.
struct Gesture {
    ImVec2 scroll{0, 0};     ///< in: distance, positive is down and to the right
    ImVec2 at{0, 0};         ///< in: centre of the zoom
    float zoom = 1;          ///< in: zoom by this factor
    ImVec2 pan{0, 0};        ///< in: distance that two fingers moved
    unsigned plot = 0;       ///< the plot on which two fingers started, or 0: they keep it
    unsigned scrolled = 0;   ///< the region that scrolled last keeps the wheel
    double keptUntil = 0;    ///< until this time, in Dear ImGui's seconds
    bool pinching = false;   ///< in: two fingers are down
    bool ended = false;      ///< in: no more of them after this frame
    bool adds = false;       ///< fingers: a tap adds to what is chosen, as a click with Shift does
    bool wantsZoom = false;  ///< out: the pointer is on a plot that can be enlarged
    bool wantsDrag = false;  ///< out: a drag in any direction is the view's, not a scroll
};
Gesture& gesture();

/// Whether a click adds to what is chosen, or takes it out, in place of choosing it alone.
bool addsToChoice();

/// Lets wheel, fingers and dragging on `plot` change the part of it that is seen; `hit` is the plot's own area.
/// A double click shows all again.
void turnPlot(const Hit& hit, const Rect& plot, double mostZoom, MatrixWindow& window);

/// Call at the start of a frame: clears the out members.
void beginGesture();
/// Call at its end: what no plot has used scrolls the region under the pointer, or its parent if that is
/// at its end.
void endGesture();

}  // namespace hw
