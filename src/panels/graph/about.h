// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/about_text.h"

namespace hw {

inline constexpr AboutText graphAbout{
    "Graph"_tr,
    "“Traced” follows one output token back through the layers, as Figure 1 of Abnar & "
    "Zuidema (2020) draws its graphs: each edge goes from a token before a layer to a token "
    "after it. With raw attention an edge is as wide as its attention weight. With rollout "
    "it is as wide as the share of the output’s rollout that passes it: what reached the "
    "upper token times the edge’s weight, residual connection included; what arrives at an "
    "input is its rollout. “Lines” draws one matrix as lines between two columns of tokens, "
    "inputs at the left and outputs at the right, darker for larger values and with a colour "
    "for each head, as the head view of BertViz does (Vig 2019). “Both files” lays the graph "
    "over that of the file that was open before: what both draw, and what only one draws."_tr,
    "Only the widest edges of each layer are drawn, up to the share that is kept, or those "
    "of at least the stated size; what only other edges lead to is hidden with them. The "
    "caption says how much is drawn. Point at a node to highlight its edges; click to keep "
    "them highlighted. A wide edge of raw attention says nothing about what passed the "
    "layers below it; rollout does, but assumes that attention alone carries information."_tr};

}  // namespace hw
