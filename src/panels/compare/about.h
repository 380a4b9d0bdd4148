// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/about_text.h"

namespace hw {

inline constexpr AboutText compareAbout{
    "Compare"_tr,
    "Two to six columns of the same data side by side, with one cursor: methods, settings, "
    "layers, and importance scores of the file (blank-out, gradients), which have their own "
    "scale. The difference has its own scale, centred at zero; the rank correlation shows "
    "how far two orders of tokens agree."_tr,
    "Agreement between methods is no proof that they are right: they share the attention weights "
    "and thus their blind spots."_tr};

}  // namespace hw
