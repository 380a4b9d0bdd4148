// SPDX-License-Identifier: MIT
// Results seen by words instead of tokens.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/matrix/matrix_view.h"

namespace hw {

/// Tokens gathered into groups that are numbered from 0 in order of their first token.
struct TokenGroups {
    std::vector<int> groupOf;  ///< of each token; -1: left out (groupMatrix alone knows that)
    int count = 0;
};

/// Groups from Example::words (or wordsFromTokens). A negative number means: a group of its own. With
/// fewer entries than tokens the rest are groups of their own.
TokenGroups groupTokens(std::span<const int> words, int tokens);

/// Groups that are to be one: each span joins the groups of its tokens. Numbers as of groupTokens' words,
/// none negative; tokens in range.
void joinSpans(std::vector<int>& numbers, std::span<const std::vector<int>> spans);

/// Groups in the order of their numbers, which may have gaps; a token with a negative one is left out.
TokenGroups groupsLeft(std::span<const int> numbers);

/// The text of each group: its tokens as displayToken shows them, with a space where running text has one
/// and … where tokens in between belong elsewhere.
std::vector<std::string> groupTexts(const TokenGroups& groups, std::span<const std::string> tokens);

/// [queries][keys] -> [query groups][key groups]: the sum over a group's keys and the mean over its
/// queries, so rows that sum to 1 still do. Sums run in double.
///
/// Exact for raw attention and rollout read at the end. For flow this merges values; the flow between
/// merged nodes is another maximum flow problem with another value.
/// Source: Clark et al. 2019, section 4.1 (sum over keys, mean over queries).
Matrix mergeGroups(MatrixView matrix, const TokenGroups& queries, const TokenGroups& keys);

/// What the rows are divided by after merging: nothing, the sum of the keys that are left (which then sum
/// to 1), or the sum of all keys, those that are left out included (relative flow).
enum class RowDivision { none, left, all };

/// The same where groups may leave tokens out (-1), and rows may be divided; a row with nothing left stays 0.
Matrix groupMatrix(MatrixView matrix, const TokenGroups& queries, const TokenGroups& keys,
                   RowDivision division = RowDivision::none);

/// The same for rows of `cols` values in double; queries.groupOf has one entry a row. [query groups][key
/// groups], row-major.
std::vector<double> groupValues(std::span<const double> values, int cols,
                                const TokenGroups& queries, const TokenGroups& keys,
                                RowDivision division = RowDivision::none);

/// Groups from a list that may leave tokens out: the number of the group of each token, from 0 without gaps,
/// or -1.
TokenGroups groupsFrom(std::span<const int> groupOf);

/// Only the keys: for profiles, whose rows are layers.
Matrix mergeKeys(MatrixView matrix, const TokenGroups& keys);

}  // namespace hw
