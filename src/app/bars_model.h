// SPDX-License-Identifier: MIT
#pragma once

#include "app/model_text.h"
#include "app/view_models.h"

namespace hw {

/// The chosen output's profile as bars and as the sentence's line. `profile` shows `answer`, `raw` the raw
/// attention, for the caption; `queries` is what is shown of the output tokens. O(layers * tokens).
BarsModel barsModel(const AppState& state, const ShownProfile& profile, const ShownProfile& raw,
                    const Answer* answer, const Axis& queries, Standing standing);

}  // namespace hw
