// SPDX-License-Identifier: MIT
// Pictures in figures: the pixels of a PNG, the size of a JPEG.
#pragma once

#include <string>
#include <string_view>

#include "core/problem.h"

namespace hw::paper {

struct Pixels {
    int width = 0, height = 0;
    std::string rgb;    ///< three bytes per pixel, top row first
    std::string alpha;  ///< a byte per pixel; opaque if empty
};

/// Pixels of a PNG with 1, 2, 4 or 8 bits, not interlaced. Errors: notRecognised for others, syntax for damaged ones,
/// tooLarge above 64 million pixels. O(pixels).
Result<Pixels> readPng(std::string_view file);

/// A compressed PNG of each pixel's red, green and blue, with its resolution (pHYs). O(pixels).
std::string writePng(int width, int height, std::string_view rgb, double dotsPerInch);

struct JpegSize {
    int width = 0, height = 0;
    int channels = 0;  ///< 1 grey, 3 colours
};
/// Size of a JPEG that a PDF may contain unchanged. Nothing for others (CMYK).
JpegSize jpegSize(std::string_view file);

}  // namespace hw::paper
