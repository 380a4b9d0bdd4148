// SPDX-License-Identifier: MIT
// How far a number is opened, as text for addresses, and when that is over.
#pragma once

#include <string>

#include "page/state/app_state.h"

namespace hw {

/// "3,5,w2": through token 3, then 5, there the weight of token 2; "h2": that weight's heads. "": the number itself.
std::string termsText(const OpenedTerms& opened);

/// Which number is explained, whatever is opened in it.
struct ExplainedPlace {
    std::uint32_t document = 0;
    int example = 0;
    Side side = Side::encoder;
    Method method = Method::rollout;
    int layer = 0;
    int sink = -1;
    std::vector<int> outputs;
    bool operator==(const ExplainedPlace&) const = default;
};
ExplainedPlace explainedPlace(const AppState& state);

/// What was opened `before` in another number of the same text says nothing about this one.
void forgetOpened(AppState& state, const ExplainedPlace& before);

}  // namespace hw
