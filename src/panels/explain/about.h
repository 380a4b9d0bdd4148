// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/about_text.h"

namespace hw {

inline constexpr AboutText explainAbout{
    "Explain"_tr,
    "How one number arises: how much of one input reaches the chosen output, by the chosen "
    "method. Rollout, gradient rollout and relevance are products of matrices (Abnar & "
    "Zuidema 2020, eq. 1; Chefer, Gur & Wolf 2021), so a number is a row of one layer times "
    "a column of all layers below it, a sum with a term for each token in between. Both "
    "factors of a term can be opened in turn, down to the heads of a layer. A maximum flow "
    "is found as by hand (Ford & Fulkerson 1956), one path after the other, each the widest "
    "that is left, until every way is blocked: the edges that block it are the minimum cut, "
    "and hold as much as flows."_tr,
    "Terms come largest first; those not listed are added up in one line, and the rounding "
    "error has its own line, so each column adds up as shown. There are many ways to split "
    "the same flow into paths; its value and the cut do not depend on them. Many terms or "
    "one large one show how the method arrived at the number, not how the model did."_tr};

}  // namespace hw
