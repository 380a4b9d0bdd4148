// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/about_text.h"

namespace hw {

inline constexpr AboutText wordsAbout{
    "Why"_tr,
    "What the answer loses when a word is hidden, masked, deleted or replaced, and where attention leads. The model runs again for each word."_tr,
    "The model was not trained with hidden or missing words: part of a change may come from that."_tr};

inline constexpr AboutText lensAbout{
    "By layer"_tr,
    "The logit lens: what the model would answer if each layer were its last, at each token."_tr,
    "The model’s head was trained for the last layer only. Early layers may hold what it cannot read."_tr};

inline constexpr AboutText swapAbout{
    "Swap"_tr,
    "Activation patching: vectors or heads of another text’s run replace those of this run, one place at a time. 100 % restores the other text’s answer."_tr,
    "A place that restores the answer is enough for it. Other places can be enough, too."_tr};

inline constexpr AboutText experimentAbout{
    "Experiment"_tr,
    "Whether the answer changes when the attention that a method ranks first is cut, compared with random cuts and with the best cuts found."_tr,
    "The model was not trained with cuts, so its answers after many cuts can be odd whatever was cut."_tr};

inline constexpr AboutText decidesAbout{
    "Carrying edges"_tr,
    "The fewest cuts that change the answer. Gradients suggest them, and runs of the model confirm them."_tr,
    "It is one such set. Another one can be as small."_tr};

}  // namespace hw
