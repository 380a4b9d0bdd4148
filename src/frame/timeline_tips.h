// SPDX-License-Identifier: MIT
// Tips for the timeline's controls, in plain sentences.
#pragma once

#include "core/words.h"

namespace hw::tips {

inline constexpr Words playTokens =
    "Plays the tokens and shows where each gets information (P)."_tr;
inline constexpr Words playSteps = "Plays the steps of the training (N)."_tr;
inline constexpr Words speed = "Playback speed. Click to change it."_tr;
inline constexpr Words repeat[] = {"Stops at the last layer. Click to repeat."_tr,
                                   "Repeats. Click to stop at the last layer."_tr};

}  // namespace hw::tips
