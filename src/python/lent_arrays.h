// SPDX-License-Identifier: MIT
// Arrays of a program that calls in as a document, read where they lie.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/model/attention_model.h"
#include "core/problem.h"

namespace hw::python {

/// [layers][heads][n][n], contiguous, row-major.
struct LentArray {
    std::span<const float> values;
    int layers = 0;
    int heads = 0;
    int tokens = 0;
};

struct LentExample {
    LentArray attentions;
    std::optional<LentArray> gradients;              ///< of the shape of the weights
    std::optional<std::vector<std::string>> tokens;  ///< one per row; none: numbers
    std::vector<Importance> importance;              ///< one number per token each
};

/// A document of one example whose weights stay where they are: the arrays must outlive it, unchanged. None where opening
/// a file of the same numbers would change or warn of anything (rows that do not sum to 1, missing or negative values,
/// padding): such numbers go the way of files, so that both have one meaning. Errors: badShape, tooLarge, as io::takeExample.
/// Cost: two passes over the values.
Result<std::optional<Document>> lentDocument(LentExample given);

}  // namespace hw::python
