// SPDX-License-Identifier: MIT
// Layout of a flow graph. Inputs are at the left, with layers to the right of them, and tokens from the top down.
// Information runs to the right. View and figure share it. Lengths are CSS pixels.
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
    int lower = 0;  ///< level at the left, of the inputs
    int upper = 0;  ///< level at the right, of the output, which is the flow's source
    int rows = 1;
    float unit = 1;  ///< pixels per unit of flow

    float right() const { return left + width; }
    float bottom() const { return top + height; }
    float x(int level) const {
        const float share = static_cast<float>(level - lower) / static_cast<float>(upper - lower);
        return left + width * share;
    }
    /// The distance of two levels.
    float apart() const { return width / static_cast<float>(upper > lower ? upper - lower : 1); }
    float spacing() const { return height / static_cast<float>(rows); }
    float y(int row) const { return top + spacing() * (static_cast<float>(row) + 0.5F); }
};

/// Lays out the graph in a rectangle. Few rows leave part of it empty. Ribbons are wide enough to read, yet neighbours
/// hardly overlap, since the busiest node takes two rows. O(nodes).
FlowPlane flowPlane(const LayerGraph& model, float left, float top, float width, float height);

/// A ribbon's centre line, from the key to the query above it, a cubic with horizontal ends.
struct FlowBand {
    FlowPoint from, to;
    float width = 0;
    /// Length of the curve's handles.
    float reach() const { return (to.x - from.x) * 0.5F; }
    FlowPoint at(float t) const;
};
FlowBand flowBand(const LayerGraph& model, const FlowPlane& plane, const FlowRibbon& ribbon);

/// A cut edge, from node to node, as wide as a line.
FlowBand cutBand(const FlowPlane& plane, const CutLine& cut);

/// A joint flow uses every edge. Instead of ribbons thinner than a line, it has fainter ones. At most 1.
float bandStrength(const LayerGraph& model, const FlowBand& band);

/// A short line across the middle of a band where the minimum cut passes.
struct FlowMark {
    FlowPoint from, to;
};
FlowMark cutMark(const FlowBand& band);

/// An arrowhead near the query, in the direction of information, if the band is wide enough.
struct FlowArrow {
    FlowPoint tip, left, right;
};
std::optional<FlowArrow> flowArrow(const FlowBand& band);

/// A token at a level, as a vertical bar as long as the width of its flow, or a dot if there is none.
struct FlowNode {
    FlowPoint at;
    double through = 0;
    float half = 0;    ///< half the bar's length, 0 for a dot
    bool end = false;  ///< source or sink
};
FlowNode flowNode(const LayerGraph& model, const FlowPlane& plane, int level, int row);

/// Where a note is marked. An input's is at its node, a layer's before the name of the level above it, an edge's in the
/// middle of its ribbon. Nullopt if the place is not drawn. O(ribbons).
std::optional<FlowPoint> notePoint(const LayerGraph& model, const FlowPlane& plane,
                                   const NoteMark& mark);

/// Decides which rows are labelled on each side. The chosen tokens always are, others if they fit between. If the two
/// chosen ones are too close, each side labels its own.
class FlowNames {
public:
    FlowNames(const LayerGraph& model, const FlowPlane& plane, float size);
    /// Call it row by row, from the top.
    bool has(int row);
    bool left(int row) const { return !touches(row, sink); }
    bool right(int row) const { return !touches(row, source); }

    int source = 0;  ///< row index, one past the last if it is not shown
    int sink = 0;

private:
    bool touches(int row, int chosen) const;

    const FlowPlane& plane_;
    float size_;
    float freeFrom_ = -1e9F;
};

/// "input", "layer 2", ..., "layer 6", as many as fit below the plane, evenly from the top layer on. The first is
/// always there. `width` measures a text.
struct FlowLevelName {
    float x = 0;  ///< its centre
    std::string text;
};
std::vector<FlowLevelName> levelNames(const FlowPlane& plane,
                                      const std::function<float(std::string_view)>& width);

}  // namespace hw
