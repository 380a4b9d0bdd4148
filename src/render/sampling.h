// SPDX-License-Identifier: MIT
// The values of a pyramid level that each pixel shows along one axis: the rules of shaders/matrix.frag, in C++ for
// preparing its uniforms and for tests.
#pragma once

namespace hw {

/// One axis of a drawn matrix.
/// A pixel smaller than a value shows the value at its centre. A larger one shows as many values as its size rounded
/// up, the same number in each pixel. Showing each value exactly once would give pixels of one value and of two, and
/// maxima over unequal counts cause a moiré pattern. So no value is lost, and some are shown by two adjacent pixels.
struct AxisSampling {
    int count = 0;       ///< number of values in the level
    float edge = 0;      ///< the first pixel's left or upper edge, in values
    float perPixel = 1;  ///< values per pixel
    int shown = 1;       ///< values per pixel that are shown
    float shift = 0;     ///< the first of them is ceil(the pixel's edge + shift), clamped
    int pixels = 0;      ///< pixels that show part of the matrix, starting at `offset`
    int offset = 0;  ///< pixels between the rectangle's edge and the first one with a part of it

    /// The shader variant for this axis: 1, 2, or 3 for "any number".
    int reads() const { return shown < 3 ? shown : 3; }
};

/// The axis for a rectangle of `pixels` that shows `visible` cells from `firstCell` on, of a matrix
/// with `cells`, read at `level` (a value covers 2^level cells). `visible`, `pixels`, `cells` > 0.
AxisSampling axisSampling(float firstCell, float visible, int pixels, int cells, int level);

/// First and last value of a pixel, counted from `offset`. Both are within [0, count).
struct ValueRange {
    int first = 0;
    int last = 0;
};
ValueRange valuesInPixel(const AxisSampling& axis, int pixel);

/// The level to read when a pixel covers `cols` x `rows` cells. At this level it covers one to two values along the
/// side with fewer cells. The level is 0 while it covers fewer than two that way.
int levelFor(float cols, float rows, int lastLevel);

}  // namespace hw
