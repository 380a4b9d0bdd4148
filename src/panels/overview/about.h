// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/about_text.h"

namespace hw {

inline constexpr AboutText overviewAbout{
    "What am I looking at?"_tr,
    "A transformer mixes information between tokens in every layer. Raw attention shows one layer. Rollout multiplies the attention of all layers up to the chosen one, each with its residual connection. Flow treats attention weights as pipe widths and shows how much of an input could reach the output at most (Abnar & Zuidema 2020)."_tr,
    "A high number does not prove that the model used the token. Hide it and see whether the answer changes."_tr};

}  // namespace hw
