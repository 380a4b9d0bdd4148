// SPDX-License-Identifier: MIT
// The table for cli/figure/text_width.h.
#pragma once

#include <span>
#include <string_view>

namespace hw::cli {

/// Font units per em.
inline constexpr int unitsPerEm = 2048;

/// Letters, or pairs of letters written together, that share a number: an advance, or a kerning.
struct Widths {
    int units;
    std::string_view texts;  ///< UTF-8
};

std::span<const Widths> fontAdvances(bool strong);
std::span<const Widths> fontPairs(bool strong);

}  // namespace hw::cli
