// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/about_text.h"

namespace hw {

inline constexpr AboutText barsAbout{
    "Token bars"_tr,
    "Each bar is an input token’s share of the chosen output. Outlines show the previous layer, and triangles show ranks gained or lost. Broken bars are longer than drawn."_tr,
    "In rollout and relative flow, shares sum to 1, so a bar grows only when others shrink."_tr};

}  // namespace hw
