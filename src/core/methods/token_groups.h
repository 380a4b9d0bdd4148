// SPDX-License-Identifier: MIT
// Results per word instead of per token.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/matrix/matrix_view.h"

namespace hw {

/// A partition of tokens into groups, numbered from 0 in the order of their first token.
struct TokenGroups {
    std::vector<int> groupOf;  ///< of each token, -1 if dropped (groupMatrix and groupValues only)
    int count = 0;
};

/// Groups from Example::words (or wordsFromTokens). A token with a negative number, or beyond the list, is a group on
/// its own.
TokenGroups groupTokens(std::span<const int> words, int tokens);

/// Merges groups. Each span makes one group of the groups of its tokens. `numbers` as for groupTokens, none negative;
/// tokens in range.
void joinSpans(std::vector<int>& numbers, std::span<const std::vector<int>> spans);

/// Groups from numbers that may have gaps, in their order. Drops tokens with negative numbers.
TokenGroups groupsLeft(std::span<const int> numbers);

/// The text of each group. It has the group's tokens as displayToken shows them, with a space where running text has
/// one, and … where tokens in between belong to another group.
std::vector<std::string> groupTexts(const TokenGroups& groups, std::span<const std::string> tokens);

/// [queries][keys] -> [query groups][key groups], the sum over a group's keys and the mean over its queries, so rows
/// that sum to 1 still do. Sums run in double.
///
/// Exact for raw attention and for rollout merged at the end. For flow this merges values. The flow between merged
/// nodes would be another maximum flow problem with another value.
/// Source: Clark et al. 2019, section 4.1 (sum over keys, mean over queries).
Matrix mergeGroups(MatrixView matrix, const TokenGroups& queries, const TokenGroups& keys);

/// The divisor of each row after merging. It is nothing, the sum of the keys that are left (the row then sums to 1), or
/// the sum over all keys, including dropped ones (relative flow).
enum class RowDivision { none, left, all };

/// As mergeGroups, where groups may drop tokens (-1) and rows are divided. A row with nothing left is 0.
Matrix groupMatrix(MatrixView matrix, const TokenGroups& queries, const TokenGroups& keys,
                   RowDivision division = RowDivision::none);

/// The same for rows of `cols` values. queries.groupOf has one entry per row. [query groups][key groups], row-major.
std::vector<float> groupValues(std::span<const float> values, int cols, const TokenGroups& queries,
                               const TokenGroups& keys, RowDivision division = RowDivision::none);
std::vector<double> groupValues(std::span<const double> values, int cols,
                                const TokenGroups& queries, const TokenGroups& keys,
                                RowDivision division = RowDivision::none);

/// Groups from a list that may drop tokens, as each token's group number, from 0 without gaps, or -1.
TokenGroups groupsFrom(std::span<const int> groupOf);

/// Merges only the keys, for profiles, whose rows are layers.
Matrix mergeKeys(MatrixView matrix, const TokenGroups& keys);

}  // namespace hw
