// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/matrix/matrix_view.h"
#include "figure/svg.h"
#include "page/state/view_rules.h"
#include "render/colormap.h"

namespace hw::figure {

struct Box {
    float x = 0, y = 0, w = 0, h = 0;
    float right() const { return x + w; }
    float bottom() const { return y + h; }
};

/// The box with cells of whole pixels, unless they are small: no seams between them on any screen.
Box snapped(Box box, int rows, int cols);

/// What a colour stands for.
struct Scale {
    Ramp ramp = Ramp::blues;
    float end = 1;        ///< value at the ramp's end (diverging: at both ends)
    float gamma = 1;      ///< below 1 small values stand out
    bool beyond = false;  ///< larger values have the last colour too
};

/// The colour of a value on the paper, 0xAABBGGRR; NaN gives the grey of what is not there.
std::uint32_t cellColour(const Scale& scale, float value, Paper paper = Paper::white);

/// Cells up to this number are vectors, one path a colour; beyond, a figure's matrices are pictures of
/// one pixel a cell in 256 steps of the ramp.
inline constexpr std::size_t mostVectorCells = 20000;

/// A matrix in a box, row 0 on top. O(cells).
void drawCells(Svg& svg, MatrixView matrix, const Box& box, const Scale& scale, bool asPicture);

/// "0 [ramp] 0.178 rollout" with its left end at x, the ramp as wide as said. Returns the width.
float drawLegend(Svg& svg, float x, float middle, const Scale& scale, std::string_view unit,
                 float rampWidth = 120);

/// Names along an axis, those that find no room left out: below a box (slanted when they are wider
/// than their cells) or at its left. Return the room that they take.
float drawNamesBelow(Svg& svg, const Box& box, const std::vector<std::string>& names);
float drawNamesAtLeft(Svg& svg, const Box& box, const std::vector<std::string>& names,
                      const std::vector<int>& marked);
/// A value's bar in the room of its scale: of amounts from the left, of signs and ratios from the middle, to the left
/// what lies below; torn where it is longer than its room.
struct BarValue {
    ValueForm form = ValueForm::amounts;
    float value = 0;
    float end = 1;  ///< of the scale
};
void drawValueBar(Svg& svg, const Box& room, const BarValue& bar);
/// Two cuts near the end of a bar that is longer than its room.
void tearBar(Svg& svg, float right, float middle, float half);

/// Marks of the notes about a matrix of that layer (-1: where the views stand) in its box: of pairs at their cells'
/// corners, of inputs above their columns, of outputs across the sides beside their rows.
void drawMatrixNotes(Svg& svg, const Box& box, int rows, int cols, int layer = -1);

/// What drawNamesAtLeft will take.
float roomAtLeft(const Svg& svg, const std::vector<std::string>& names);

}  // namespace hw::figure
