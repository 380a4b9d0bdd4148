// SPDX-License-Identifier: MIT
// Finds tokens that are padding according to their rows.
#pragma once

#include <vector>

#include "core/model/attention_model.h"

namespace hw {

/// Tokens before all others to which only these tokens attend, in any layer and head, and whose own rows mean nothing.
/// Such a row has equal values in every layer and head, as a softmax over masked scores gives, or is 0 or missing
/// throughout. Left padding of causal models is like this. After the other tokens no such token is padding, since no
/// token can attend to the last token of a causal model. Empty if no token would be left, and for less than three
/// tokens. Cost O(values) at most, and for most files the first head settles it.
std::vector<int> paddingTokens(const AttentionTensor& attentions);

}  // namespace hw
