// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/about_text.h"

namespace hw {

inline constexpr AboutText evolutionAbout{
    "Evolution"_tr,
    "Each token’s share of the chosen output, from the first layer (bottom) to the last (top), as in the paper’s figure."_tr,
    "All layers share one colour scale. Early layers that attend to single tokens, or the output’s own share unless excluded, can make late layers look pale."_tr};

}  // namespace hw
