// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/about_text.h"

namespace hw {

inline constexpr AboutText barsAbout{
    "Token bars"_tr,
    "Each bar is an input token’s share in the chosen output token. The outline is the layer "
    "before; "
    "the small triangle says how many ranks a token has gained or lost since. Numbers are exact; "
    "the "
    "bars’ scale is that of all layers, unless the layer’s own is chosen, with the output’s own "
    "share or without: a torn bar is longer than its room."_tr,
    "With rollout and relative flow the shares of a row sum to 1, so a bar grows only when others "
    "shrink."_tr};

}  // namespace hw
