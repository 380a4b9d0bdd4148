// SPDX-License-Identifier: MIT
// Fewer or more tokens than the file has, by the user's choice.
#pragma once

#include <cstddef>

#include "core/model/attention_model.h"

namespace hw::io {

/// Keeps the first `tokens` queries and keys of a square tensor. O(values).
void keepFirst(AttentionTensor& tensor, int tokens);

/// Matrices are often padded beyond the text: where there are fewer texts than positions, which the last warning says, or (with 0
/// texts) the last positions get no attention, a warning offers to keep the first ones. Cost: of 0 texts one pass over the values.
void offerFirst(const Example& example, std::size_t texts, Document& document);

/// Gives each example a token in front, `[sink]`, that draws what its rows lack to 1 and looks at nothing but itself. What
/// the file says of tokens moves by one. Examples of encoder and decoder, of contributions, and those whose rows lack nothing
/// stay. Adds a warning that says so. Cost: a copy of all values.
void addMissingShare(Document& document);

}  // namespace hw::io
