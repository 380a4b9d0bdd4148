// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/matrix/matrix_view.h"
#include "figure/svg.h"
#include "page/rules/available.h"
#include "render/colormap.h"

namespace hw::figure {

struct Box {
    float x = 0, y = 0, w = 0, h = 0;
    float right() const { return x + w; }
    float bottom() const { return y + h; }
};

/// The box adjusted to cells of whole pixels, unless they are small, so that no screen shows seams between them.
Box snapped(Box box, int rows, int cols);

/// The mapping of values to colours.
struct Scale {
    Ramp ramp = Ramp::blues;
    float end = 1;        ///< value at the end of the ramp (diverging: at both ends)
    float gamma = 1;      ///< below 1 makes small values more visible
    bool beyond = false;  ///< larger values get the last colour too
};

/// The colour of a value on the paper, 0xAABBGGRR. NaN has the grey of missing values.
std::uint32_t cellColour(const Scale& scale, float value, Paper paper = Paper::white);

/// The same as text, in the sheet's palette.
std::string toneOf(const Svg& svg, const Scale& scale, float value);

/// Up to this many cells are drawn as vectors, one path per colour. Larger matrices are images of one pixel per cell in
/// 256 steps of the ramp.
inline constexpr std::size_t mostVectorCells = 20000;

/// Draws a matrix in a box, row 0 at the top. O(cells).
void drawCells(Svg& svg, MatrixView matrix, const Box& box, const Scale& scale, bool asPicture);

/// "0 [ramp] 0.178 rollout" with its left end at x. The unit is below if it would pass `farthest` (0 means the sheet's
/// right edge). Returns its height there, or 0 if all is on one line.
float drawLegend(Svg& svg, float x, float middle, const Scale& scale, std::string_view unit,
                 float rampWidth = 120, float farthest = 0);

/// Max width of digits in the monospaced face.
float numberWidth(const Svg& svg, std::string_view digits, const TextStyle& style);

/// Names along an axis, omitting those that do not fit, below a box (slanted if wider than their cells) or at its left.
/// Returns the space taken.
float drawNamesBelow(Svg& svg, const Box& box, const std::vector<std::string>& names);
float drawNamesAtLeft(Svg& svg, const Box& box, const std::vector<std::string>& names,
                      const std::vector<int>& marked);
/// The height of each row of bars if there are `rows` of them.
float rowStep(const Svg& svg, std::size_t rows);
/// A value's bar in the area of its scale. Amounts start at the left, signs and ratios in the middle, with lower values
/// to the left. A bar is torn if it is longer than its area.
struct BarValue {
    ValueForm form = ValueForm::amounts;
    float value = 0;
    float end = 1;  ///< of the scale
};
void drawValueBar(Svg& svg, const Box& room, const BarValue& bar);
/// Two cuts near the end of a bar that is longer than its area.
void tearBar(Svg& svg, float right, float middle, float half);

/// Marks of the notes about a matrix of that layer (-1: the layer on the screen) in its box. Pairs are marked at the
/// corners of their cells, inputs above their columns, outputs next to their rows.
void drawMatrixNotes(Svg& svg, const Box& box, int rows, int cols, int layer = -1);

/// The width that drawNamesAtLeft will take.
float roomAtLeft(const Svg& svg, const std::vector<std::string>& names);

}  // namespace hw::figure
