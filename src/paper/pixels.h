// SPDX-License-Identifier: MIT
// Draws a figure as pixels without a browser.
#pragma once

#include <set>
#include <string>

#include "core/problem.h"
#include "paper/drawing.h"
#include "paper/type/faces.h"

namespace hw::paper {

struct DrawnPng {
    std::string bytes;
    std::set<char32_t> missing;  ///< as in Pdf
    int picturesLeftOut = 0;     ///< damaged pictures, JPEGs, and unsupported formats
};

/// The drawing on white paper at a resolution, which the file states. Edges are smooth: a pixel's colour mixes by the
/// share that a shape covers. `fonts` must not be empty. Errors: tooLarge beyond 268 million pixels, or 32 767 on a
/// side. O(pixels + items).
Result<DrawnPng> drawPng(const Drawing& drawing, const FontSet& fonts, double dotsPerInch);

}  // namespace hw::paper
