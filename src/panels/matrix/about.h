// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/about_text.h"

namespace hw {

inline constexpr AboutText matrixAbout{
    "Matrices"_tr,
    "Rows are output tokens (queries), columns input tokens (keys). A row says where its token "
    "draws "
    "information from. On the left the present layer alone, on the right the chosen method up "
    "to it. Both have their own scale, named below."_tr,
    "Zoomed out, a pixel shows the largest of the cells it covers, so that thin peaks stay "
    "visible; areas then look stronger than they are on average."_tr};

}  // namespace hw
