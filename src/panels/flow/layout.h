// SPDX-License-Identifier: MIT
// Layout of a flow graph: inputs at the left, layers to the right of them, tokens from the top down. Information runs to the right.
// One layout for view and figure. Lengths are CSS pixels.
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
    int lower = 0;  ///< level at the left: the inputs'
    int upper = 0;  ///< level at the right: the output's, which is the flow's source
    int rows = 1;
    float unit = 1;  ///< pixels per unit of flow

    float right() const { return left + width; }
    float bottom() const { return top + height; }
    float x(int level) const {
        const float share = static_cast<float>(level - lower) / static_cast<float>(upper - lower);
        return left + width * share;
    }
    /// Between two levels.
    float apart() const { return width / static_cast<float>(upper > lower ? upper - lower : 1); }
    float spacing() const { return height / static_cast<float>(rows); }
    float y(int row) const { return top + spacing() * (static_cast<float>(row) + 0.5F); }
};

/// Lays out the graph in a rectangle; few rows leave part of it empty. Ribbons are wide enough to read, yet
/// neighbours hardly overlap: the busiest node takes two rows. O(nodes).
FlowPlane flowPlane(const LayerGraph& model, float left, float top, float width, float height);

/// A ribbon's centre line, from the key to the query above it: a cubic with level ends.
struct FlowBand {
    FlowPoint from, to;
    float width = 0;
    /// Length of the curve's handles.
    float reach() const { return (to.x - from.x) * 0.5F; }
    FlowPoint at(float t) const;
};
FlowBand flowBand(const LayerGraph& model, const FlowPlane& plane, const FlowRibbon& ribbon);

/// What was cut, from node to node, as wide as a line.
FlowBand cutBand(const FlowPlane& plane, const CutLine& cut);

/// A joint flow uses every edge: ribbons thinner than a line are drawn fainter instead. At most 1.
float bandStrength(const LayerGraph& model, const FlowBand& band);

/// A short line across the middle of a band: the minimum cut passes here.
struct FlowMark {
    FlowPoint from, to;
};
FlowMark cutMark(const FlowBand& band);

/// An arrowhead inside a band that is wide enough for one, near its query: where information goes.
struct FlowArrow {
    FlowPoint tip, left, right;
};
std::optional<FlowArrow> flowArrow(const FlowBand& band);

/// A token at a level: a vertical bar as long as the flow through it is wide, or a dot if there is none.
struct FlowNode {
    FlowPoint at;
    double through = 0;
    float half = 0;    ///< half the bar's length; 0: a dot
    bool end = false;  ///< source or sink
};
FlowNode flowNode(const LayerGraph& model, const FlowPlane& plane, int level, int row);

/// Where a note is marked: an input's at its node, a layer's before the name of the level above it, an
/// edge's in the middle of its ribbon. Nullopt for what is not drawn. O(ribbons).
std::optional<FlowPoint> notePoint(const LayerGraph& model, const FlowPlane& plane,
                                   const NoteMark& mark);

/// Decides which rows are labelled, on either side: the chosen tokens always, others as far as there is room
/// beside them. If the two chosen ones are too close, each side labels its own.
class FlowNames {
public:
    FlowNames(const LayerGraph& model, const FlowPlane& plane, float size);
    /// Call it row by row, from the top.
    bool has(int row);
    bool left(int row) const { return !touches(row, sink); }
    bool right(int row) const { return !touches(row, source); }

    int source = 0;  ///< row index; one past the last if it is not shown
    int sink = 0;

private:
    bool touches(int row, int chosen) const;

    const FlowPlane& plane_;
    float size_;
    float freeFrom_ = -1e9F;
};

/// "input", "layer 2", ..., "layer 6": as many as fit below the plane, evenly from the top layer on; the first is always there. `width` measures
/// a text.
struct FlowLevelName {
    float x = 0;  ///< its centre
    std::string text;
};
std::vector<FlowLevelName> levelNames(const FlowPlane& plane,
                                      const std::function<float(std::string_view)>& width);

}  // namespace hw
