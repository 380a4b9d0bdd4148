// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/about_text.h"

namespace hw {

inline constexpr AboutText explainAbout{
    "Explain"_tr,
    "Rollout, gradient rollout and relevance multiply matrices (Abnar & Zuidema 2020, eq. 1, and Chefer, Gur & Wolf 2021), so a number is a sum over tokens. Open a term to follow it down to the heads. Flow takes the widest path left, again and again (Ford & Fulkerson 1956), until the minimum cut is full."_tr,
    "A flow can be split into paths in many ways, always with the same value and cut. Terms show how the method works, not the model."_tr};

}  // namespace hw
