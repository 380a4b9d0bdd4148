// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/about_text.h"

namespace hw {

inline constexpr AboutText headsAbout{
    "Heads"_tr,
    "Every head of every layer as a small matrix, with queries as rows and keys as columns. You can include a head, exclude it or use only this head, in every layer or only in its own, over the fused layers below (Abnar & Zuidema 2020, Appendix A.1). Thumbnails show its weights, its rollout over those layers, or the maximum flow through them."_tr,
    "The appendix’s formula would count the head’s own layer twice, so we follow its text (layers below with fused heads). A thumbnail’s pixel shows the largest of its cells. A striking pattern does not mean that the answer depends on the head."_tr};

}  // namespace hw
