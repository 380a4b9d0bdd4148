// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/about_text.h"

namespace hw {

inline constexpr AboutText flowAbout{
    "Attention flow"_tr,
    "How much of an input token can reach the output token at most, with attention weights as capacities. A minimum cut of the same size limits and proves each number."_tr,
    "Through three or more layers, many sets of paths can carry the same flow. Many tokens can be saturated at the same value, so flow ranks less finely than rollout."_tr};

}  // namespace hw
