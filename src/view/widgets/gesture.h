// SPDX-License-Identifier: MIT
// Scrolling, zooming and two-finger gestures. They bypass Dear ImGui's event queue, which spreads events over frames and
// would separate the parts of a zoom: its place, its factor and its pan.
#pragma once

#include "view/widgets/matrix_window.h"
#include "view/widgets/widgets.h"

namespace hw {

/// The gestures since the previous frame (in), and what the views of that frame want (out). Lengths are CSS pixels.
struct Gesture {
    ImVec2 scroll{0, 0};     ///< in: to where, positive is down and to the right
    ImVec2 at{0, 0};         ///< in: where the zoom is
    float zoom = 1;          ///< in: enlarge by this factor
    ImVec2 pan{0, 0};        ///< in: by how much two fingers moved what is under them
    unsigned plot = 0;       ///< the plot that two fingers began on, or 0: they stay with it
    unsigned scrolled = 0;   ///< the region that moved last, and how long it keeps the wheel
    double keptUntil = 0;    ///< Dear ImGui's seconds
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

/// Begins a frame: clears the out members.
void beginGesture();
/// Ends it: what no plot has taken scrolls the region under the pointer, or the one around it where that has
/// come to its end.
void endGesture();

}  // namespace hw
