// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/about_text.h"

namespace hw {

inline constexpr AboutText compareAbout{
    "Compare"_tr,
    "Two to six columns, in which the cursor marks the same token. The difference is centred at 0, and rank correlation compares orders of tokens."_tr,
    "Agreement is no proof. All methods share the blind spots of attention weights."_tr};

}  // namespace hw
