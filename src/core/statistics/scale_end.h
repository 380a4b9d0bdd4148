// SPDX-License-Identifier: MIT
// The end of a scale of lengths or colours, chosen so that a few large values do not make all others look like none.
// With 512 tokens an output's own share of 0.5 leaves the others a hundredth of the scale.
#pragma once

#include <span>

namespace hw {

/// With more tokens than this, values are so small that single large ones flatten all others.
inline constexpr int mostShortTokens = 60;

/// Values below this share of the scale look alike next to the largest. With few tokens smaller values are still
/// readable.
constexpr float leastReadable(bool isLong) { return isLong ? 0.2F : 0.08F; }

/// State of a scale that excludes values that would flatten the rest, unless the user wants all of it.
struct ScaleFit {
    bool can = false;    ///< some values would flatten the rest
    bool whole = false;  ///< the scale covers them nevertheless
};

/// How many of the descending sizes to exclude, at most `most`, so that the next one is readable. 0 where the largest
/// does not flatten the second, or no positive size follows. `least` is the readable share (leastReadable).
int flattening(std::span<const float> falling, int most, float least);

/// The end of a matrix's colour scale. `values` are sizes (signs do not count, NaN is skipped), in `rows` rows, and
/// `largest` is the largest size. For a long matrix it excludes as many cells as it has rows, and 1 % of the others, if
/// they flatten the rest. These are its diagonal, or a column that all tokens attend to. For a short one it excludes
/// only cells that are far above all others, at most one per row, and only if `ownOne`, where each token begins with 1.
/// O(values), with a copy of them.
float readableEnd(std::span<const float> values, int rows, float largest, bool ownOne);

/// The end of the scale of all layers, where one of them needs `end` and the last one needs `last`. If an earlier layer
/// has more than three times the last one's values, the last one, which is the result, would be the palest. Then the
/// scale ends at twice its need. `evens` means that layers even out the values of those below them, as in methods over
/// all layers, or that there are many tokens. Layers of raw attention of a short input keep their peaks, since none of
/// them is the result.
constexpr float endForLast(float end, float last, bool evens) {
    return evens && last > 0 && end > last * 3 ? last * 2 : end;
}

/// The same for all layers in one view, from the need of each layer, beginning with the first. Deep models hand nearly
/// all on to one token, so their last layer has a thousandth of the first one's values, and most layers would saturate
/// the scale. So if the largest has more than thirty times the last one's, the layer in the middle fits, too.
/// 0 without a layer. O(layers), with a copy of them.
float endForLayers(std::span<const float> ends, bool evens);

}  // namespace hw
