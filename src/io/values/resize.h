// SPDX-License-Identifier: MIT
// Fewer or more tokens than the file has, by the user's choice.
#pragma once

#include <cstddef>

#include "core/model/attention_model.h"

namespace hw::io {

/// Keeps the first `tokens` queries and keys of a square tensor. O(values).
void keepFirst(AttentionTensor& tensor, int tokens);

/// Matrices are often padded beyond the text. A warning offers to keep the first tokens if there are fewer texts than
/// positions, which the last warning reports, or (with 0 texts) if the last positions get no attention. Cost: for 0
/// texts one pass over the values.
void offerFirst(const Example& example, std::size_t texts, Document& document);

/// Gives each example a token in front, `[sink]`, that receives what its rows lack to 1 and attends only to itself. All
/// fields for tokens move by one. Examples of encoder and decoder, of contributions, and those whose rows lack nothing
/// stay. Adds a warning about it. Cost: a copy of all values.
void addMissingShare(Document& document);

}  // namespace hw::io
