// SPDX-License-Identifier: MIT
// From the numbers of a method to the numbers that are shown, the same for engine and command line. In this order:
//
// 1. Gaps: NaN where the file has no weights (core/methods/missing.h).
// 2. Groups: merged tokens become one (sums over keys, means over queries), excluded tokens are dropped, and rows
//    are divided by their sum if chosen.
// 3. Outputs: the rows of the chosen groups become one row.
//
// The ratio to the uniform causal model comes last: divideByUniform (core/model/divisor.h) of two such results, the
// second of uniformCausal (core/result/uniform_causal.h).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/methods/missing.h"
#include "core/methods/output_choice.h"
#include "core/methods/token_groups.h"

namespace hw {

/// The rows and columns of a shown matrix.
struct ShownTokens {
    TokenGroups queries;
    TokenGroups keys;
    RowDivision division = RowDivision::none;
    bool plain = true;  ///< every token is on its own, and none is excluded
};

struct ShownResult {
    Gaps gaps;
    ShownTokens tokens;
    std::optional<OutputChoice> output = {};  ///< if set, one row, of these groups of queries

    /// One displayed layer, row-major, from the method's [queries][keys]. If `queries` is given, it lists the queries
    /// of the rows, and all rows are the chosen output's. If empty, every query has a row. The result is NaN where an
    /// output in use is NaN, for the maximum too. Cost O(values).
    std::vector<float> layer(std::vector<float> values, int layer,
                             std::span<const int> queries = {}) const;
    std::vector<double> layer(std::vector<double> values, int layer,
                              std::span<const int> queries = {}) const;
};

}  // namespace hw
