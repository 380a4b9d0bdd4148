// SPDX-License-Identifier: MIT
#include "core/methods/token_groups.h"

#include <algorithm>
#include <unordered_map>

#include "core/matrix/matrix.h"
#include "core/tokens/token_texts.h"

namespace hw {
namespace {

TokenGroups eachAlone(int count) {
    TokenGroups groups;
    groups.count = count;
    for (int i = 0; i < count; ++i) groups.groupOf.push_back(i);
    return groups;
}

/// The sum over keys and mean over queries, in double, then the division.
template <class Layer>
DoubleMatrix gather(const Layer& layer, const TokenGroups& queries, const TokenGroups& keys,
                    RowDivision division) {
    DoubleMatrix sums = DoubleMatrix::Zero(queries.count, keys.count);
    std::vector<double> members(queries.count);
    std::vector<double> left(queries.count);
    std::vector<double> all(queries.count);
    for (int query = 0; query < std::ssize(queries.groupOf); ++query) {
        const int group = queries.groupOf[query];
        if (group < 0) continue;
        members[group] += 1;
        for (int key = 0; key < layer.cols(); ++key) {
            const int column = keys.groupOf[key];
            const auto value = static_cast<double>(layer(query, key));
            all[group] += value;
            if (column < 0) continue;
            left[group] += value;
            sums(group, column) += value;
        }
    }
    const std::vector<double>& divisors = division == RowDivision::none   ? members
                                          : division == RowDivision::left ? left
                                                                          : all;
    for (int group = 0; group < queries.count; ++group) {
        // An unknown sum is NaN, and so are its shares.
        if (divisors[group] != 0.0) sums.row(group) /= divisors[group];
    }
    return sums;
}

}  // namespace

TokenGroups groupTokens(std::span<const int> words, int tokens) {
    TokenGroups groups;
    std::unordered_map<int, int> known;
    for (int token = 0; token < tokens; ++token) {
        if (token < std::ssize(words) && words[token] >= 0) {
            const auto [entry, isNew] = known.try_emplace(words[token], groups.count);
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
            std::ranges::replace(numbers, int{numbers[token]}, int{numbers[span.front()]});
        }
    }
}

TokenGroups groupsLeft(std::span<const int> numbers) {
    std::vector<int> known(numbers.begin(), numbers.end());
    std::ranges::stable_sort(known);
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
    std::vector<std::string> texts(groups.count);
    std::vector<int> last(texts.size(), -1);
    const TokenTexts shown(tokens);
    const std::size_t count = std::min(groups.groupOf.size(), tokens.size());
    for (std::size_t token = 0; token < count;) {
        const int group = groups.groupOf[token];
        std::size_t end = token + 1;
        while (end < count && groups.groupOf[end] == group) ++end;
        if (group >= 0) {
            if (last[group] >= 0) texts[group] += " … ";
            texts[group] += shown.joined(token, end);
            last[group] = static_cast<int>(end) - 1;
        }
        token = end;
    }
    return texts;
}

TokenGroups groupsFrom(std::span<const int> groupOf) {
    TokenGroups groups{{groupOf.begin(), groupOf.end()}, 0};
    for (const int group : groupOf) groups.count = std::max(groups.count, group + 1);
    return groups;
}

std::vector<float> groupValues(std::span<const float> values, int cols, const TokenGroups& queries,
                               const TokenGroups& keys, RowDivision division) {
    const MatrixView rows{values.data(), static_cast<int>(std::ssize(queries.groupOf)), cols};
    const Matrix sums = groupMatrix(rows, queries, keys, division);
    return {sums.data(), sums.data() + sums.size()};
}

std::vector<double> groupValues(std::span<const double> values, int cols,
                                const TokenGroups& queries, const TokenGroups& keys,
                                RowDivision division) {
    const Eigen::Map<const DoubleMatrix> rows(values.data(), std::ssize(queries.groupOf), cols);
    const DoubleMatrix sums = gather(rows, queries, keys, division);
    return {sums.data(), sums.data() + sums.size()};
}

Matrix groupMatrix(MatrixView matrix, const TokenGroups& queries, const TokenGroups& keys,
                   RowDivision division) {
    return gather(expressionOf(matrix), queries, keys, division).cast<float>();
}

Matrix mergeGroups(MatrixView matrix, const TokenGroups& queries, const TokenGroups& keys) {
    return groupMatrix(matrix, queries, keys);
}

Matrix mergeKeys(MatrixView matrix, const TokenGroups& keys) {
    return mergeGroups(matrix, eachAlone(matrix.rows), keys);
}

}  // namespace hw
