// SPDX-License-Identifier: MIT
// Writes a figure as PDF: vectors, and text as text in embedded fonts, on a page of the figure's own size.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "paper/drawing.h"
#include "paper/type/faces.h"

namespace hw::paper {

struct Pdf {
    std::string bytes;
    std::set<char32_t>
        missing;              ///< characters that no font has; drawn as boxes, but copied correctly
    int picturesLeftOut = 0;  ///< pictures of unsupported formats; drawn as empty frames
};

/// A page of the drawing's width and height. `producer` is the program, for the file's properties. The same drawing
/// gives the same bytes on every machine. `fonts` must not be empty. O(items, pixels of pictures).
Pdf writePdf(const Drawing& drawing, const FontSet& fonts, std::string_view producer);

}  // namespace hw::paper
