// SPDX-License-Identifier: MIT
// Dear ImGui's own text (windows, tooltips) from the same glyph pictures as drawText's.
#pragma once

namespace hw {

/// Adds the three fonts to the current ImGui context's atlas and sets fonts(). Call it once, after
/// setTextRaster and before the first frame.
void createFonts();

}  // namespace hw
