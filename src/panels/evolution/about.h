// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/about_text.h"

namespace hw {

inline constexpr AboutText evolutionAbout{
    "Evolution"_tr,
    "Each token’s share of the chosen output, from the first layer (bottom) to the last (top)."_tr,
    "All layers share one colour scale. Late layers can look pale if early layers attend to single tokens, or if the output’s own share is included."_tr};

}  // namespace hw
