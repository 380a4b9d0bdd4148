// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "paper/drawing.h"
#include "paper/type/font_subset.h"

namespace hw::paper {

/// A glyph's outlines in units of the em, y up, including the parts of a composite.
std::vector<Segment> outlineOf(const FontSubset& font, int glyph);

}  // namespace hw::paper
