// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/about_text.h"

namespace hw {

inline constexpr AboutText faithfulnessAbout{
    "Faithfulness"_tr,
    "Spearman’s rank correlation of each method, after each layer, with the file’s scores (such as answer changes from hiding or replacing a token), as in Abnar & Zuidema (2020)."_tr,
    "Hiding or replacing words makes sentences that the model never saw. The correlation for one sentence is mostly noise, but the mean over many is informative."_tr};

}  // namespace hw
