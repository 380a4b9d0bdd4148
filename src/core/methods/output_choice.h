// SPDX-License-Identifier: MIT
// Which output tokens are read, as one row of each layer's matrix, or several combined into one.
#pragma once

#include <span>
#include <vector>

#include "core/choice_names.h"
#include "core/matrix/matrix_view.h"
#include "core/problem.h"

namespace hw {

enum class OutputJoin {
    sum,   ///< one token, or the sum over a set
    mean,  ///< for models without a [CLS]
    max,   ///< entry by entry
};
template <>
struct Names<OutputJoin> {
    static constexpr ChoiceName list[] = {{"sum"}, {"mean"}, {"max"}};
};

/// Zero-based query tokens; empty means all of them.
struct OutputChoice {
    OutputJoin join = OutputJoin::sum;
    std::vector<int> tokens;
    /// Words and spans, as a group number for each of `tokens` (or of all tokens). Tokens of one group are combined
    /// into one, by the mean of their rows, before the join. If empty, each is on its own.
    std::vector<int> groups = {};
    /// For the maximum, the word of each key, from 0 without gaps. Keys of a word are summed before rows are compared.
    /// The sum goes to the word's first key, 0 to its others. If empty, each key is on its own.
    std::vector<int> keyGroups = {};

    bool operator==(const OutputChoice&) const = default;
};

/// badArgument if a token is not in [0, queries), or if there is not one group per token.
Result<void> checkOutput(const OutputChoice& choice, int queries);

/// One value per key from one layer's [queries][keys]. Sums and means run in double.
/// Cost O(tokens * keys).
std::vector<float> outputRow(MatrixView layer, const OutputChoice& choice);

/// The same for a matrix as its values, row-major with `cols` columns.
std::vector<float> outputRow(std::span<const float> layer, int cols, const OutputChoice& choice);
std::vector<double> outputRow(std::span<const double> layer, int cols, const OutputChoice& choice);

/// The profile [layers][keys]: outputRow of every layer, in order.
Matrix profile(std::span<const Matrix> layers, const OutputChoice& choice);

}  // namespace hw
