// SPDX-License-Identifier: MIT
#include "render/sampling.h"

#include <algorithm>
#include <cmath>

namespace hw {
namespace {

/// Finds the pixels that show part of [0, count), among `pixels` from `edge` on.
void findPainted(AxisSampling& axis, int pixels) {
    const float before = -axis.edge / axis.perPixel;
    const float after = (static_cast<float>(axis.count) - axis.edge) / axis.perPixel;
    // A pixel smaller than a value belongs to the matrix if its middle does, a larger one if any part does.
    const bool small = axis.perPixel <= 1;
    const float first = small ? std::round(before) : std::floor(before);
    const float end = small ? std::round(after) : std::ceil(after);
    const auto limit = static_cast<float>(pixels);
    axis.offset = static_cast<int>(std::clamp(first, 0.0F, limit));
    axis.pixels = static_cast<int>(std::clamp(end, 0.0F, limit)) - axis.offset;
}

}  // namespace

AxisSampling axisSampling(float firstCell, float visible, int pixels, int cells, int level) {
    const int size = 1 << level;
    const auto cellsInValue = static_cast<float>(size);
    AxisSampling axis;
    axis.count = (cells + size - 1) / size;
    axis.edge = firstCell / cellsInValue;
    axis.perPixel = visible / static_cast<float>(pixels) / cellsInValue;
    if (axis.perPixel <= 1) {
        axis.shift = 0.5F * axis.perPixel - 1;
    } else {
        // A little more than the size, so that rounding never steps over a value.
        axis.shown = static_cast<int>(std::ceil(axis.perPixel + 1e-3F));
        // Centred on the pixel. An incomplete last value moves all a little towards the end.
        const int cellsInLast = cells - (axis.count - 1) * size;
        const float missing = 1 - static_cast<float>(cellsInLast) / cellsInValue;
        axis.shift =
            0.5F * (axis.perPixel - static_cast<float>(axis.shown)) - 0.5F + 0.5F * missing;
    }
    findPainted(axis, pixels);
    axis.edge += static_cast<float>(axis.offset) * axis.perPixel;
    return axis;
}

ValueRange valuesInPixel(const AxisSampling& axis, int pixel) {
    const float from = axis.edge + static_cast<float>(pixel) * axis.perPixel;
    const auto end = static_cast<float>(axis.count - 1);
    const auto first = static_cast<int>(std::clamp(std::ceil(from + axis.shift), 0.0F, end));
    return {first, std::min(first + axis.shown, axis.count) - 1};
}

int levelFor(float cols, float rows, int lastLevel) {
    const float smaller = std::min(cols, rows);
    int level = 0;
    for (float side = 2; side <= smaller && level < lastLevel; side *= 2) ++level;
    return level;
}

}  // namespace hw
