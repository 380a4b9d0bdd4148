// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/about_text.h"

namespace hw {

inline constexpr AboutText matrixAbout{
    "Matrices"_tr,
    "Rows are output tokens (queries), columns input tokens (keys). A row shows where its "
    "token draws information from. On the left is the current layer only, on the right the "
    "chosen method up to it. Each has its own scale, shown below."_tr,
    "Zoomed out, a pixel shows the largest of the cells it covers, so that thin peaks stay "
    "visible; areas then look stronger than they are on average."_tr};

}  // namespace hw
