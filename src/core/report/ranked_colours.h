// SPDX-License-Identifier: MIT
// One colour per ranking, wherever methods are compared. That is the panel Faithfulness and its figure, and in the
// page's scripts (web/paper/method_colours.js, which a test compares with this table) Experiment and data sets. As
// text, each has at least 4.5 to 1 on its ground. The lightness and the name at each line's end distinguish them with
// any colour vision.
#pragma once

#include <iterator>
#include <string_view>

#include "core/report/ranked_rows.h"

namespace hw {

struct RankedColour {
    std::string_view light;
    std::string_view dark;
    std::string_view dash;  ///< for output in grey only
};

/// In the order of rankedRows.
inline constexpr RankedColour rankedColours[] = {
    {"#666b71", "#949aa1", "2 2"},      // raw
    {"#135c96", "#5ba4d6", "7 3"},      // rollout
    {"#1b1d20", "#e9e7e2", "none"},     // flow
    {"#00705c", "#4fc3a1", "9 3 2 3"},  // gradient rollout
    {"#7a3e9d", "#c79be8", "4 2"},      // relevance
    {"#a3196b", "#f08cc0", "1 3"},      // Grad-SAM
    {"#8a6100", "#d9b44a", "12 3"},     // joint
    {"#4d6b00", "#a9c95a", "5 2 1 2"},  // contributions
};
static_assert(std::size(rankedColours) == rankedRowCount);

}  // namespace hw
