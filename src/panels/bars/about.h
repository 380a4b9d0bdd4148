// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/about_text.h"

namespace hw {

inline constexpr AboutText barsAbout{
    "Token bars"_tr,
    "Each bar is an input token’s share of the chosen output token. The outline is the "
    "previous layer; the small triangle shows how many ranks a token has gained or lost "
    "since then. Numbers are exact. The scale is the layer’s own unless you choose one "
    "for all layers, with or without the output’s own share; a broken bar is longer than its "
    "space."_tr,
    "With rollout and relative flow the shares of a row sum to 1, so a bar grows only when others "
    "shrink."_tr};

}  // namespace hw
