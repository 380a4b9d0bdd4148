// SPDX-License-Identifier: MIT
// Tips for the timeline's controls, in plain sentences.
#pragma once

#include "core/localized_text.h"

namespace hw::tips {

inline constexpr LocalizedText playTokens =
    "Plays the tokens and shows where each gets information (P)."_tr;
inline constexpr LocalizedText playSteps = "Plays the steps of the training (N)."_tr;
inline constexpr LocalizedText speed = "Playback speed. Click to change it."_tr;
inline constexpr LocalizedText repeat[] = {"Stops at the last layer. Click to repeat."_tr,
                                           "Repeats. Click to stop at the last layer."_tr};

}  // namespace hw::tips
