// SPDX-License-Identifier: MIT
// How much of each pixel an area covers.
#pragma once

#include <vector>

#include "paper/drawing.h"

namespace hw::paper {

struct Spot {
    float x = 0, y = 0;
};
using Outline = std::vector<Spot>;

/// The pixels from left to right and top to bottom, without the last of each, and the share of each that is covered, row by row.
struct Covered {
    int left = 0, top = 0, right = 0, bottom = 0;
    std::vector<float> shares;
};

/// What is inside closed outlines, given in pixels, on a grid of width x height; inside is where they wind about, as of fonts and in SVG.
/// Exact but where outlines of the same turn lie over each other at their edges. O(pixels of the bounds + lengths).
Covered covered(const std::vector<Outline>& outlines, int width, int height);

/// A path's outlines, curves as lines.
std::vector<Outline> flattened(const std::vector<Segment>& path, const Matrix& place);

/// The area of lines of a thickness as outlines, all turning the same way; dashes as lengths drawn and left out by turns. In pixels.
std::vector<Outline> stroked(const std::vector<Outline>& lines, float thick,
                             const std::vector<float>& dash);

}  // namespace hw::paper
