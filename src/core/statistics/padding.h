// SPDX-License-Identifier: MIT
// Tokens that are padding by what their rows hold.
#pragma once

#include <vector>

#include "core/model/attention_model.h"

namespace hw {

/// Tokens in front of all others at which no token but these looks in any layer and head, and whose own rows mean nothing:
/// all equal, as a softmax over masked scores makes them, in every layer and head, or 0 or missing throughout. Left
/// padding of causal models is like this. Behind the others no such token is padding: nobody could look at the last token of
/// a causal model, whatever it is. Empty where no token would be left, and for less than three tokens. Cost
/// O(values) at most; for most files the first head settles it.
std::vector<int> paddingTokens(const AttentionTensor& attentions);

}  // namespace hw
