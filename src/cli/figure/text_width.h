// SPDX-License-Identifier: MIT
// Text widths without a browser to measure them.
#pragma once

#include <string_view>

namespace hw::cli {

/// The width in CSS pixels of a text in Inter, regular or semibold, as the page measures it (view/text/text_metrics.h).
/// Sums the advances of letters, and kerning between letters of English. Letters that Inter does not have come from a
/// font of the reader's machine. Their widths are overestimated, so that nothing is drawn over them. O(length).
float textWidth(std::string_view text, float size, bool strong);

}  // namespace hw::cli
