// SPDX-License-Identifier: MIT
#include "core/result/shown_result.h"

#include <cmath>
#include <numeric>
#include <utility>

#include "core/matrix/divided_rows.h"

namespace hw {
namespace {

/// Only the groups of these queries, in their order.
TokenGroups groupsOfRows(const TokenGroups& groups, std::span<const int> queries) {
    if (queries.empty()) return groups;
    std::vector<int> numbers;
    numbers.reserve(queries.size());
    for (const int query : queries) numbers.push_back(groups.groupOf[query]);
    return groupsLeft(numbers);
}

/// Puts NaN into a row that was combined from the chosen rows of `values`, wherever one of them has NaN, since a
/// maximum skips it.
template <class Number>
void keepGaps(std::vector<Number>& row, std::span<const Number> values, std::vector<int> chosen) {
    const std::size_t cols = row.size();
    if (chosen.empty()) {
        chosen.resize(values.size() / cols);
        std::iota(chosen.begin(), chosen.end(), 0);
    }
    for (const int each : chosen) {
        const auto from = values.subspan(each * cols, cols);
        for (std::size_t col = 0; col < cols; ++col)
            if (std::isnan(from[col])) row[col] = from[col];
    }
}

template <class Number>
std::vector<Number> shownLayer(const ShownResult& shown, std::vector<Number> values, int layer,
                               std::span<const int> queries) {
    const ShownTokens& tokens = shown.tokens;
    shown.gaps.markMatrix(values, layer, queries);
    auto cols = static_cast<int>(tokens.keys.groupOf.size());
    if (!tokens.plain) {
        values = groupValues(std::span<const Number>(values), cols,
                             groupsOfRows(tokens.queries, queries), tokens.keys, tokens.division);
        cols = tokens.keys.count;
    } else if (tokens.division == RowDivision::all) {
        divideRows(std::span(values), cols);
    }
    if (!shown.output) return values;
    OutputChoice choice = *shown.output;
    if (!queries.empty()) choice.tokens.clear();
    std::vector<Number> row = outputRow(std::span<const Number>(values), cols, choice);
    keepGaps(row, std::span<const Number>(values), std::move(choice.tokens));
    return row;
}

}  // namespace

std::vector<float> ShownResult::layer(std::vector<float> values, int layer,
                                      std::span<const int> queries) const {
    return shownLayer(*this, std::move(values), layer, queries);
}
std::vector<double> ShownResult::layer(std::vector<double> values, int layer,
                                       std::span<const int> queries) const {
    return shownLayer(*this, std::move(values), layer, queries);
}

}  // namespace hw
