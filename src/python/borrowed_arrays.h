// SPDX-License-Identifier: MIT
// Uses a calling program's arrays as a document, in place.
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
struct BorrowedArray {
    std::span<const float> values;
    int layers = 0;
    int heads = 0;
    int tokens = 0;
};

struct BorrowedExample {
    BorrowedArray attentions;
    std::optional<BorrowedArray> gradients;          ///< in the shape of the weights
    std::optional<std::vector<std::string>> tokens;  ///< one per row; numbers if there are none
    std::vector<Importance> importance;              ///< one number per token each
};

/// A document of one example whose weights stay in place. The arrays must outlive it, unchanged. Returns none if
/// opening a file of the same numbers would change or warn about anything (rows that do not sum to 1, missing or
/// negative values, padding). Such numbers must be read like a file, so that both have one meaning. Errors: badShape,
/// tooLarge, as io::takeExample. Cost: two passes over the values.
Result<std::optional<Document>> borrowedDocument(BorrowedExample given);

}  // namespace hw::python
