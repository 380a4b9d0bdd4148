// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/about_text.h"

namespace hw {

inline constexpr AboutText headsAbout{
    "Heads"_tr,
    "Every head of every layer as a small matrix: rows are queries, columns keys. A head can "
    "be included in the fusion, from which all methods are computed, excluded from it, or "
    "used on its own: in every layer, or in its own layer over all layers below it as they "
    "are fused (Abnar & Zuidema 2020, Appendix A.1). Thumbnails show a head’s weights, or "
    "its rollout over the layers below, or the maximum flow through it and them."_tr,
    "The appendix prints the rollout of the head’s own layer, which would count that layer twice, "
    "and "
    "speaks of summed heads; read here, after its text, as the layers below with their heads "
    "fused. "
    "In a thumbnail a pixel shows the largest of the cells it covers. That a head has a striking "
    "pattern does not mean that the model’s answer depends on it."_tr};

}  // namespace hw
