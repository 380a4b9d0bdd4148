// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/about_text.h"

namespace hw {

inline constexpr AboutText evolutionAbout{
    "Evolution"_tr,
    "One row per layer, one column per token: how the chosen output’s shares change from the "
    "first layer (bottom) to the last (top), as in the paper’s figure."_tr,
    "One colour scale serves all layers. Early layers, which attend to single tokens, can make "
    "late "
    "ones look pale; so can the output’s own share, which can be excluded from the scale."_tr};

}  // namespace hw
