// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/about_text.h"

namespace hw {

inline constexpr AboutText graphAbout{
    "Graph"_tr,
    "“Traced” follows one output token back through the layers (as in Abnar & Zuidema 2020, Figure 1). Edges are as wide as their attention weights or, with rollout, their share of the output’s rollout (residual connection included). “Lines” draws one matrix from inputs (left) to outputs (right), darker for larger values, with a colour per head (as in BertViz, Vig 2019). “Both files” overlays the previous file’s graph."_tr,
    "Only the widest edges are drawn, up to the chosen share or size, without tokens they don’t reach. Wide edges of raw attention show nothing about layers below."_tr};

}  // namespace hw
