// SPDX-License-Identifier: MIT
// The fields `predicted` and `predictedProbability`: what the model predicts at each token, and how surely.
#pragma once

#include <cstddef>
#include <string>

#include "core/model/attention_model.h"
#include "io/tree/tree.h"

namespace hw::io {

/// Reads both fields of `object`, of one list for all items of a batch or of a list for each. The tokens must be set;
/// what does not fit them is left out with a warning. Files from before `predictedProbability` was a field have the
/// probability behind the prediction, as in "plural (0.974)": it is taken from there.
void readPredictions(const Tree& tree, NodeId object, const std::string& place, std::size_t item,
                     Example& example, Document& document);

}  // namespace hw::io
