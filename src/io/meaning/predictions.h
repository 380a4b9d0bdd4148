// SPDX-License-Identifier: MIT
// The fields `predicted` and `predictedProbability`, the model's prediction at each token, and its probability.
#pragma once

#include <cstddef>
#include <string>

#include "core/model/attention_model.h"
#include "io/tree/tree.h"

namespace hw::io {

/// Reads both fields of `object`, with one list for all items of a batch or a list for each. The tokens must be set.
/// Drops values that do not fit them, with a warning. Files from before `predictedProbability` was a field have the
/// probability after the prediction, as in "plural (0.974)", and it is read from there.
void readPredictions(const Tree& tree, NodeId object, const std::string& place, std::size_t item,
                     Example& example, Document& document);

}  // namespace hw::io
