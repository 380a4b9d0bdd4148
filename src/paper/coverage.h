// SPDX-License-Identifier: MIT
// The covered share of each pixel of an area.
#pragma once

#include <vector>

#include "paper/drawing.h"

namespace hw::paper {

struct Spot {
    float x = 0, y = 0;
};
using Outline = std::vector<Spot>;

/// A range of pixels, without `right` and `bottom`, and the covered share of each, row by row.
struct Coverage {
    int left = 0, top = 0, right = 0, bottom = 0;
    std::vector<float> shares;
};

/// The inside of closed outlines in pixels, on a grid of width x height, by the nonzero winding rule, as in fonts and
/// SVG. Exact, except where edges of outlines with the same direction overlap. O(pixels of the bounds + lengths).
Coverage covered(const std::vector<Outline>& outlines, int width, int height);

/// A path's outlines, with curves as lines.
std::vector<Outline> flattened(const std::vector<Segment>& path, const Matrix& place);

/// The area of lines of a thickness as outlines, all with the same direction. Dashes are lengths, alternately drawn and
/// skipped. In pixels.
std::vector<Outline> stroked(const std::vector<Outline>& lines, float thick,
                             const std::vector<float>& dash);

}  // namespace hw::paper
