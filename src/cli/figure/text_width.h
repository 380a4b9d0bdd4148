// SPDX-License-Identifier: MIT
// Text widths where there is no browser to measure them.
#pragma once

#include <string_view>

namespace hw::cli {

/// The width in CSS pixels of a text in Inter, regular or semibold, as the page measures it
/// (view/text/text_metrics.h): advances of letters, and kerning between those of English. Letters that Inter
/// does not have come from whatever font a reader's machine has; their widths are overestimated, so that
/// nothing is drawn over them. O(length).
float textWidth(std::string_view text, float size, bool strong);

}  // namespace hw::cli
