// SPDX-License-Identifier: MIT
// The rules on the expanded terms of a number (OpenedTerms): their form in addresses, and when they are reset.
#pragma once

#include <string>

#include "page/state/app_state.h"

namespace hw {

/// "3,5,w2" goes through token 3, then 5, and there to the weight of token 2; "h2" is its heads. "" is the number
/// itself.
std::string termsText(const OpenedTerms& opened);

/// The explained number, regardless of its expanded terms.
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

/// Collapses the terms if the explained number is another than `before`, in the same document.
void forgetOpened(AppState& state, const ExplainedPlace& before);

}  // namespace hw
