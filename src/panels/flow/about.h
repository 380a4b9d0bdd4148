// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/about_text.h"

namespace hw {

inline constexpr AboutText flowAbout{
    "Attention flow"_tr,
    "How much of an input token can reach the output token at most: the largest flow from the "
    "input up to the output when each attention weight is a capacity. The minimum cut marks the "
    "weights that limit it: enlarging "
    "any "
    "other would change nothing. Every number is certified by a cut of the same size."_tr,
    "Through three or more layers, many sets of paths can carry the same flow; only the "
    "amount is unique. Many tokens can be saturated at the same value, so flow ranks less "
    "finely than rollout."_tr};

}  // namespace hw
