// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/about_text.h"

namespace hw {

inline constexpr AboutText imageAbout{
    "Image"_tr,
    "For vision transformers: what the chosen output draws from each patch, as colours over the "
    "picture in grey, beside the original. Tokens that are not patches ([CLS], registers) are "
    "excluded."_tr,
    "A patch is coarser than what it shows; the smooth transitions between patches are for the "
    "eye and carry no information."_tr};

}  // namespace hw
