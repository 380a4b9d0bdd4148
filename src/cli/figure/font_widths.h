// SPDX-License-Identifier: MIT
// The table behind cli/figure/text_width.h.
#pragma once

#include <span>
#include <string_view>

namespace hw::cli {

/// Units of an em.
inline constexpr int unitsPerEm = 2048;

/// Letters, or pairs of letters one behind the other, that have the same number: an advance, or what the pair adds.
struct Widths {
    int units;
    std::string_view texts;  ///< UTF-8
};

std::span<const Widths> fontAdvances(bool strong);
std::span<const Widths> fontPairs(bool strong);

}  // namespace hw::cli
