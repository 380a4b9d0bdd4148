// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/about_text.h"

namespace hw {

inline constexpr AboutText faithfulnessAbout{
    "Faithfulness"_tr,
    "Spearman’s rank correlation of each method, after each layer, with the file’s scores (such as answer changes from hiding or replacing a token). It is the paper’s table for your model."_tr,
    "Scores have their own assumptions, and blanking out makes sentences the model never saw. One sentence’s correlation is noise, but many are informative."_tr};

}  // namespace hw
