// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/about_text.h"

namespace hw {

inline constexpr AboutText imageAbout{
    "Image"_tr,
    "Colours over the grey picture show how much the chosen output draws from each patch."_tr,
    "Patches are coarser than the details in them. Smooth transitions between them carry no information."_tr};

}  // namespace hw
