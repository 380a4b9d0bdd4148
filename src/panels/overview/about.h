// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/about_text.h"

namespace hw {

inline constexpr AboutText overviewAbout{
    "What am I looking at?"_tr,
    "A transformer mixes information between tokens in every layer. Raw attention shows one "
    "layer’s mixing. Attention rollout follows the mixing through all layers up to the "
    "chosen one: it multiplies the layers’ matrices, each combined with the residual "
    "connection. Attention flow asks how much of an input token could at most reach the "
    "output if attention weights were the widths of pipes (Abnar & Zuidema 2020)."_tr,
    "That the model used a token with a high number is a hypothesis to be tested: hide the token, "
    "and see what the answer does."_tr};

}  // namespace hw
