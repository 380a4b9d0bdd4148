// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "page/models/value_scale.h"

namespace hw {

/// "Most could come from “keys” 0.178 ...": what the bars say, as a sentence. `profile` shows `answer`; `raw`: the raw
/// attention. Where the scale leaves the output's own share out, the sentence is about the others.
std::string barsCaption(const AppState& state, const ShownProfile& profile, const ShownProfile& raw,
                        const Answer* answer, const ValueScale& scale);

}  // namespace hw
