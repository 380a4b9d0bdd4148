// SPDX-License-Identifier: MIT
// What an analysis may carry beside attention and tokens: scores, picture, words, where to start.
#pragma once

#include <string>

#include "core/model/attention_model.h"
#include "io/tree/tree.h"

namespace hw::io {

/// Reads title, model, source, importance, token classes, image, words, segments, special tokens, output token and fixed
/// residual of `object` into `example`, whose tokens and attentions are already set. What does not fit is
/// left out with a warning. Keys of the form headwaters/1, and those of `meta` beside them.
void readExampleFields(const Tree& tree, NodeId object, const std::string& place, Example& example,
                       Document& document);

}  // namespace hw::io
