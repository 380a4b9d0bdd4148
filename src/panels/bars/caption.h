// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "page/models/value_scale.h"

namespace hw {

/// "Most could come from “keys” 0.178 ...": the bars in a sentence. `profile` shows `answer`, and `raw` is the raw
/// attention. If the scale cuts off the output's own share, the sentence is about the others.
std::string barsCaption(const AppState& state, const ShownProfile& profile, const ShownProfile& raw,
                        const Answer* answer, const ValueScale& scale);

}  // namespace hw
