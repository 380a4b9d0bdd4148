// SPDX-License-Identifier: MIT
// Which values of a pyramid's level each pixel shows, along one axis: the rules that
// shaders/matrix.frag follows, in C++ for preparing its uniforms and for tests.
#pragma once

namespace hw {

/// One axis of a drawn matrix.
/// Every value has an anchor, its middle (for a last, incomplete one: the middle of its cells), and
/// is shown by the pixel that the anchor lies in, so that none is lost and none shown twice. A pixel
/// smaller than a value has perhaps no anchor in it and shows the value under its own middle.
struct AxisSampling {
    int count = 0;         ///< values of the level
    float edge = 0;        ///< the first pixel's left or upper edge, in values
    float perPixel = 1;    ///< values in a pixel
    float firstShift = 0;  ///< a pixel shows ceil(its edge + firstShift) ..
    float lastShift = 0;   ///< .. ceil(the next pixel's edge + lastShift) - 1, clamped
    int pixels = 0;        ///< that hold part of the matrix, beginning at `offset`
    int offset = 0;        ///< pixels between the rectangle's edge and the first that holds any

    /// Most values of one pixel: 1, 2, or 3 for "any number".
    int reads() const { return perPixel <= 1 ? 1 : perPixel <= 2 ? 2 : 3; }
};

/// The axis for a rectangle of `pixels` that shows `visible` cells from `firstCell` on, of a matrix
/// with `cells`, read at `level` (a value covers 2^level cells). `visible`, `pixels`, `cells` > 0.
AxisSampling axisSampling(float firstCell, float visible, int pixels, int cells, int level);

/// First and last value of a pixel, counted from `offset`; both within [0, count).
struct ValueRange {
    int first = 0;
    int last = 0;
};
ValueRange valuesInPixel(const AxisSampling& axis, int pixel);

/// The level to read when a pixel covers `cols` x `rows` cells: the one at which it holds one to two
/// values along the side with fewer cells; 0 while it covers fewer than two that way.
int levelFor(float cols, float rows, int lastLevel);

}  // namespace hw
