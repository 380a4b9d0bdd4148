// SPDX-License-Identifier: MIT
// Where a scale of lengths or colours ends, so that a few large values do not make all others look like none: with 512
// tokens an output's own share of .5 leaves the others a hundredth of the scale.
#pragma once

#include <span>

namespace hw {

/// With more tokens than this, values are so small that single large ones flatten all others.
inline constexpr int mostShortTokens = 60;

/// Values below this share of the scale cannot be told apart beside what fills it. Of a few tokens smaller ones can.
constexpr float leastReadable(bool isLong) { return isLong ? 0.2F : 0.08F; }

/// Of a scale that leaves out what would flatten the rest, unless the user wants all of it.
struct ScaleFit {
    bool can = false;    ///< some values would flatten the rest
    bool whole = false;  ///< the scale has room for them all the same
};

/// How many of these sizes, which fall, have to be left out, at most `most`, for the next one to be readable: 0 where the
/// largest does not flatten the second, or nothing is above 0 behind it. `least`: what is readable (leastReadable).
int flattening(std::span<const float> falling, int most, float least);

/// Where the colours of a matrix end. `values` are sizes (signs do not count, NaN is skipped), `rows` of them; `largest`
/// is the largest size. Of a long matrix as many cells as it has rows and 1 % of the others are left out, if they
/// flatten the rest: its diagonal, a column that everything looks at. Of a short one only cells that stand apart from
/// all others, at most one a row, and only if `ownOne`: where each token begins with 1.
/// O(values), with a copy of them.
float readableEnd(std::span<const float> values, int rows, float largest, bool ownOne);

/// Where the scale of all layers ends, if `end` is what one of them needs and `last` what the last one does. Where an
/// earlier layer has more than three times the last one's values, the last one, which is the result, would be the
/// palest: the scale has twice as much as it needs. `evens`: layers even out what those below them hold, as in methods
/// over all layers, or tokens are many. Layers of raw attention of a short input keep their peaks: none is the result.
constexpr float endForLast(float end, float last, bool evens) {
    return evens && last > 0 && end > last * 3 ? last * 2 : end;
}

/// The same where all layers are seen at once, of what each of them needs, from the first one on. Deep models hand nearly all on
/// to one token: their last layer has a thousandth of the first one's values, and by it alone most layers would be at the end
/// of the scale. So where the largest has more than thirty times the last one's, the layer in the middle fits, too.
/// 0 without a layer. O(layers), with a copy of them.
float endForLayers(std::span<const float> ends, bool evens);

}  // namespace hw
