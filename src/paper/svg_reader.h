// SPDX-License-Identifier: MIT
// Reads the figures that the program writes (figure/svg.h, the page's charts), not all of SVG.
#pragma once

#include <string_view>

#include "core/problem.h"
#include "paper/drawing.h"

namespace hw::paper {

/// The file as shapes, texts and pictures, in drawing order. Supports g, rect, line, circle, path, polyline, polygon,
/// text, image (as data) and linearGradient across a box, with attributes and the style of `image`. Ignores style
/// sheets and other elements. Errors: syntax without a root element that states a size; tooLarge for sides above 100
/// 000 pixels.
Result<Drawing> readSvg(std::string_view svg);

}  // namespace hw::paper
