// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/about_text.h"

namespace hw {

inline constexpr AboutText headsAbout{
    "Heads"_tr,
    "Every head of every layer as a small matrix (queries down, keys across). It shows the head’s weights, its rollout over the fused layers below, or the maximum flow through both (Abnar & Zuidema 2020, Appendix A.1). You can use, include or exclude heads, in every layer or in one."_tr,
    "The appendix’s formula would count the head’s own layer twice, so we follow its text (layers below with fused heads). A thumbnail’s pixel shows the largest of its cells. A striking pattern does not mean that the answer depends on the head."_tr};

}  // namespace hw
