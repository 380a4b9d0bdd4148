// SPDX-License-Identifier: MIT
// Optional fields of an analysis in addition to attention and tokens, such as scores, picture, words, start.
#pragma once

#include <cstddef>
#include <string>

#include "core/model/attention_model.h"
#include "core/problem.h"
#include "io/tree/open_options.h"
#include "io/tree/tree.h"

namespace hw::io {

/// Reads title, model, source, importance, token classes, image, words, segments, special tokens, output token and
/// fixed residual of `object` into the document's examples from `first` on. These are the items of its batch (or only
/// options.batchItem), with tokens and attentions already set. Predictions may be a list per item. Drops fields that do
/// not fit, with a warning. Keys of headwaters/1, in the object or in `meta`.
void readExampleFields(const Tree& tree, NodeId object, const std::string& place, std::size_t first,
                       const OpenOptions& options, Document& document);

/// An analysis that is one object (readAnalysis() of analysis.h), with all its other fields. The document stays
/// unchanged if its attention cannot be read.
Result<void> readAnalysisAndFields(Tree& tree, NodeId object, const std::string& place,
                                   const OpenOptions& options, Document& document);

}  // namespace hw::io
