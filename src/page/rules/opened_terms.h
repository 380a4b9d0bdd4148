// SPDX-License-Identifier: MIT
// The rules on how far a number is expanded (OpenedTerms): its form in addresses, and when it is reset.
#pragma once

#include <string>

#include "page/state/app_state.h"

namespace hw {

/// "3,5,w2": through token 3, then 5, there the weight to token 2; "h2": its heads. "": the number itself.
std::string termsText(const OpenedTerms& opened);

/// Which number is explained, however far it is expanded.
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

/// Collapses what was expanded if another number of the same document is explained now than `before`.
void forgetOpened(AppState& state, const ExplainedPlace& before);

}  // namespace hw
