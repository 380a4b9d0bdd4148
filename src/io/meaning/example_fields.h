// SPDX-License-Identifier: MIT
// What an analysis may have besides attention and tokens: scores, picture, words, where to start.
#pragma once

#include <cstddef>
#include <string>

#include "core/model/attention_model.h"
#include "core/problem.h"
#include "io/tree/open_options.h"
#include "io/tree/tree.h"

namespace hw::io {

/// Reads title, model, source, importance, token classes, image, words, segments, special tokens, output
/// token and fixed residual of `object` into the document's examples from `first` on, which are the items of
/// its batch (or options.batchItem alone), with tokens and attentions already set. Predictions may be a list
/// per item. What does not fit is left out with a warning. Keys of headwaters/1, there or in `meta`.
void readExampleFields(const Tree& tree, NodeId object, const std::string& place, std::size_t first,
                       const OpenOptions& options, Document& document);

/// An analysis that is one object (readAnalysis() of analysis.h), with all that it has besides. The document is left as it was if its
/// attention cannot be read.
Result<void> readAnalysisAndFields(Tree& tree, NodeId object, const std::string& place,
                                   const OpenOptions& options, Document& document);

}  // namespace hw::io
