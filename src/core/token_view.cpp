// SPDX-License-Identifier: MIT
#include "core/token_view.h"

#include <algorithm>
#include <unordered_map>

#include "core/token_text.h"

namespace hw {
namespace {

TokenGroups eachAlone(int count) {
    TokenGroups groups;
    groups.count = count;
    for (int i = 0; i < count; ++i) groups.groupOf.push_back(i);
    return groups;
}

/// Sum over keys, mean over queries, in double; then the division.
template <class Number>
std::vector<double> gather(std::span<const Number> values, int cols, const TokenGroups& queries,
                           const TokenGroups& keys, RowDivision division) {
    const auto columns = static_cast<std::size_t>(keys.count);
    const auto rows = static_cast<std::size_t>(queries.count);
    std::vector<double> sums(rows * columns);
    std::vector<double> members(rows);
    std::vector<double> left(rows);
    std::vector<double> all(rows);
    for (std::size_t query = 0; query < queries.groupOf.size(); ++query) {
        if (queries.groupOf[query] < 0) continue;
        const auto group = static_cast<std::size_t>(queries.groupOf[query]);
        members[group] += 1;
        for (int key = 0; key < cols; ++key) {
            const int column = keys.groupOf[static_cast<std::size_t>(key)];
            const auto value = static_cast<double>(
                values[query * static_cast<std::size_t>(cols) + static_cast<std::size_t>(key)]);
            all[group] += value;
            if (column < 0) continue;
            left[group] += value;
            sums[group * columns + static_cast<std::size_t>(column)] += value;
        }
    }
    const std::vector<double>& divisors = division == RowDivision::none   ? members
                                          : division == RowDivision::left ? left
                                                                          : all;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        // A sum that is not there yet is NaN, and so are the shares of it.
        const double divisor = divisors[i / columns];
        if (divisor != 0.0) sums[i] /= divisor;
    }
    return sums;
}

}  // namespace

TokenGroups groupTokens(std::span<const int> words, int tokens) {
    TokenGroups groups;
    std::unordered_map<int, int> known;
    for (int token = 0; token < tokens; ++token) {
        const auto index = static_cast<std::size_t>(token);
        if (index < words.size() && words[index] >= 0) {
            const auto [entry, isNew] = known.try_emplace(words[index], groups.count);
            groups.count += isNew ? 1 : 0;
            groups.groupOf.push_back(entry->second);
        } else {
            groups.groupOf.push_back(groups.count++);
        }
    }
    return groups;
}

void joinSpans(std::vector<int>& numbers, std::span<const std::vector<int>> spans) {
    for (const std::vector<int>& span : spans) {
        for (const int token : span) {
            std::ranges::replace(numbers, int{numbers[static_cast<std::size_t>(token)]},
                                 int{numbers[static_cast<std::size_t>(span.front())]});
        }
    }
}

TokenGroups groupsLeft(std::span<const int> numbers) {
    std::vector<int> known(numbers.begin(), numbers.end());
    std::ranges::sort(known);
    known.erase(std::unique(known.begin(), known.end()), known.end());
    known.erase(known.begin(), std::ranges::lower_bound(known, 0));
    TokenGroups groups{{numbers.begin(), numbers.end()}, static_cast<int>(known.size())};
    for (int& number : groups.groupOf) {
        if (number < 0) continue;
        number = static_cast<int>(std::ranges::lower_bound(known, number) - known.begin());
    }
    return groups;
}

std::vector<std::string> groupTexts(const TokenGroups& groups,
                                    std::span<const std::string> tokens) {
    std::vector<std::string> texts(static_cast<std::size_t>(groups.count));
    std::vector<int> last(texts.size(), -1);
    const std::vector<bool> spaces = spacesBefore(tokens);
    for (std::size_t token = 0; token < groups.groupOf.size() && token < tokens.size(); ++token) {
        if (groups.groupOf[token] < 0) continue;
        const auto group = static_cast<std::size_t>(groups.groupOf[token]);
        std::string& text = texts[group];
        const bool follows = last[group] + 1 == static_cast<int>(token);
        if (last[group] >= 0) text += !follows ? " … " : spaces[token] ? " " : "";
        text += displayToken(tokens[token]);
        last[group] = static_cast<int>(token);
    }
    return texts;
}

TokenGroups groupsFrom(std::span<const int> groupOf) {
    TokenGroups groups{{groupOf.begin(), groupOf.end()}, 0};
    for (const int group : groupOf) groups.count = std::max(groups.count, group + 1);
    return groups;
}

std::vector<double> gatherValues(std::span<const double> values, int cols,
                                 const TokenGroups& queries, const TokenGroups& keys,
                                 RowDivision division) {
    return gather(values, cols, queries, keys, division);
}

Matrix gatherMatrix(MatrixView matrix, const TokenGroups& queries, const TokenGroups& keys,
                    RowDivision division) {
    const auto values = gather(matrix.values(), matrix.cols, queries, keys, division);
    Matrix merged(queries.count, keys.count);
    std::transform(values.begin(), values.end(), merged.values.begin(),
                   [](double value) { return static_cast<float>(value); });
    return merged;
}

Matrix mergeGroups(MatrixView matrix, const TokenGroups& queries, const TokenGroups& keys) {
    return gatherMatrix(matrix, queries, keys);
}

Matrix mergeKeys(MatrixView matrix, const TokenGroups& keys) {
    return mergeGroups(matrix, eachAlone(matrix.rows), keys);
}

Matrix hideKeys(MatrixView matrix, const std::vector<bool>& hidden, bool renormalise) {
    std::vector<int> shown;
    for (int key = 0; key < matrix.cols; ++key) {
        const auto index = static_cast<std::size_t>(key);
        if (index >= hidden.size() || !hidden[index]) shown.push_back(key);
    }
    Matrix result(matrix.rows, static_cast<int>(shown.size()));
    for (int query = 0; query < matrix.rows; ++query) {
        double left = 0.0;
        for (const int key : shown) left += static_cast<double>(matrix(query, key));
        const double divisor = renormalise && left > 0.0 ? left : 1.0;
        for (int column = 0; column < result.cols; ++column) {
            const float value = matrix(query, shown[static_cast<std::size_t>(column)]);
            result(query, column) = static_cast<float>(static_cast<double>(value) / divisor);
        }
    }
    return result;
}

}  // namespace hw
