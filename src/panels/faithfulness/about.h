// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/about_text.h"

namespace hw {

inline constexpr AboutText faithfulnessAbout{
    "Faithfulness"_tr,
    "Spearman’s rank correlation between each method after each layer and the file’s own "
    "importance "
    "scores, such as how much the answer changes when a token is hidden or replaced. It is the "
    "table of "
    "the "
    "paper, for your model."_tr,
    "The scores are measurements with assumptions of their own (blanking out makes sentences that "
    "the model never saw). One sentence’s correlation is noise; over many it means something."_tr};

}  // namespace hw
