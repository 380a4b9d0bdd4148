// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/about_text.h"

namespace hw {

inline constexpr AboutText compareAbout{
    "Compare",
    "Two to four ways to look at the same data side by side, with one cursor: methods, settings, "
    "layers. The difference has a scale of its own, centred at zero; the rank correlation says "
    "how "
    "far two orders of tokens agree.",
    "Agreement between methods is no proof that they are right: they share the attention weights "
    "and thus their blind spots."};

}  // namespace hw
