// SPDX-License-Identifier: MIT
// Where the parts of a flow graph stand: layers from left to right, the source's first, tokens from the top down.
// One layout for the view and for the figure. Lengths are CSS pixels.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "page/models/notes_model.h"
#include "panels/flow/graph.h"

namespace hw {

struct FlowPoint {
    float x = 0, y = 0;
};

struct FlowPlane {
    float left = 0, top = 0, width = 0, height = 0;
    int first = 0;  ///< level at the left: the source's
    int last = 0;   ///< level at the right: the inputs'
    int rows = 1;
    float unit = 1;  ///< pixels for one unit of flow

    float right() const { return left + width; }
    float bottom() const { return top + height; }
    float x(int level) const {
        const float share = static_cast<float>(first - level) / static_cast<float>(first - last);
        return left + width * share;
    }
    float spacing() const { return height / static_cast<float>(rows); }
    float y(int row) const { return top + spacing() * (static_cast<float>(row) + 0.5F); }
};

/// The model in a rectangle, of which few rows leave some. Ribbons are wide enough to read, but neighbours
/// overlap by little: the busiest node takes two rows. O(nodes).
FlowPlane flowPlane(const LayerGraph& model, float left, float top, float width, float height);

/// A ribbon's middle: a cubic with level ends, as in any diagram of flow.
struct FlowBand {
    FlowPoint from, to;
    float width = 0;
    /// How far the curve's handles reach from its ends.
    float reach() const { return (to.x - from.x) * 0.5F; }
    FlowPoint at(float t) const;
};
FlowBand flowBand(const LayerGraph& model, const FlowPlane& plane, const FlowRibbon& ribbon);

/// A joint flow runs along every edge: what is thinner than a line is drawn as faint as it is thin. 1 or less.
float bandStrength(const LayerGraph& model, const FlowBand& band);

/// A short line across the middle of a band: here the minimum cut runs.
struct FlowMark {
    FlowPoint from, to;
};
FlowMark cutMark(const FlowBand& band);

/// A token at a level: an upright stroke as long as the flow through it is wide, or a dot where none passes.
struct FlowNode {
    FlowPoint at;
    double through = 0;
    float half = 0;    ///< of the stroke's length; 0: a dot
    bool end = false;  ///< source or sink
};
FlowNode flowNode(const LayerGraph& model, const FlowPlane& plane, int level, int row);

/// Where a note is marked: an input's at its last node, a layer's before the name of what comes after it, an edge's in
/// the middle of its ribbon. Nothing for what is not drawn. O(ribbons).
std::optional<FlowPoint> notePoint(const LayerGraph& model, const FlowPlane& plane,
                                   const NoteMark& mark);

/// Rows that are written by name, on either side: the chosen tokens stand, the others are thinned and make room
/// for them. Where the two chosen ones touch, each side has its own.
class FlowNames {
public:
    FlowNames(const LayerGraph& model, const FlowPlane& plane, float size);
    /// To be asked row by row, from the top.
    bool has(int row);
    bool left(int row) const { return !touches(row, source); }
    bool right(int row) const { return !touches(row, sink); }

    int source = 0;  ///< rows; that after the last if it is not shown
    int sink = 0;

private:
    bool touches(int row, int chosen) const;

    const FlowPlane& plane_;
    float size_;
    float freeFrom_ = -1e9F;
};

/// "layer 6", ..., "input": what finds room below the plane. `width` measures a text.
struct FlowLevelName {
    float x = 0;  ///< its middle
    std::string text;
};
std::vector<FlowLevelName> levelNames(const FlowPlane& plane,
                                      const std::function<float(std::string_view)>& width);

}  // namespace hw
