// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/about_text.h"

namespace hw {

inline constexpr AboutText matrixAbout{
    "Matrices"_tr,
    "Rows are output tokens (queries), columns are input tokens (keys). The left matrix shows the current layer, and the right one the chosen method up to it, each on its own scale."_tr,
    "Zoomed out, a pixel shows the largest of its cells, so areas look stronger than their average."_tr};

}  // namespace hw
