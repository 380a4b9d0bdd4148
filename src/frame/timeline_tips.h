// SPDX-License-Identifier: MIT
// What the timeline's controls do, in one plain sentence.
#pragma once

#include "core/words.h"

namespace hw::tips {

inline constexpr Words playTokens =
    "Goes through the tokens and shows where each one draws from (P)."_tr;
inline constexpr Words speed = "How fast the layers play; click for the next speed."_tr;
inline constexpr Words repeat[] = {
    "Off: playing stops at the last layer. Click to start again from the first."_tr,
    "On: after the last layer it starts again. Click to stop at the last layer."_tr};

}  // namespace hw::tips
