// SPDX-License-Identifier: MIT
#include "core/output_choice.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_map>

#include "core/number_text.h"

namespace hw {
namespace {

/// Members of each group, in the order of their first token; without groups each token alone.
std::vector<std::vector<int>> gathered(const std::vector<int>& tokens,
                                       const std::vector<int>& groups) {
    std::vector<std::vector<int>> members;
    std::unordered_map<int, std::size_t> known;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (groups.empty()) {
            members.push_back({tokens[i]});
            continue;
        }
        const auto [entry, isNew] = known.try_emplace(groups[i], members.size());
        if (isNew) members.emplace_back();
        members[entry->second].push_back(tokens[i]);
    }
    return members;
}

/// Each value at the first key of its group, 0 at the others; without groups as it is.
void sumAtFirst(std::vector<double>& row, const std::vector<int>& groups) {
    std::unordered_map<int, std::size_t> first;
    for (std::size_t key = 0; key < groups.size() && key < row.size(); ++key) {
        const auto [entry, isNew] = first.try_emplace(groups[key], key);
        if (isNew) continue;
        row[entry->second] += row[key];
        row[key] = 0;
    }
}

template <class Number>
std::vector<double> joinRows(std::span<const Number> values, int cols, const OutputChoice& choice) {
    const auto width = static_cast<std::size_t>(cols);
    std::vector<int> tokens = choice.tokens;
    if (tokens.empty() && width > 0) {
        tokens.resize(values.size() / width);
        std::iota(tokens.begin(), tokens.end(), 0);
    }
    const auto words = gathered(tokens, choice.groups);
    const bool isMax = choice.join == OutputJoin::max;
    std::vector<double> joined(width, isMax ? -std::numeric_limits<double>::infinity() : 0.0);
    std::vector<double> row(width);
    for (const std::vector<int>& members : words) {
        std::fill(row.begin(), row.end(), 0.0);
        for (const int token : members) {
            const auto from = values.subspan(static_cast<std::size_t>(token) * width, width);
            for (std::size_t key = 0; key < width; ++key)
                row[key] += static_cast<double>(from[key]);
        }
        for (double& value : row) value /= static_cast<double>(members.size());
        if (isMax) sumAtFirst(row, choice.keyGroups);
        for (std::size_t key = 0; key < width; ++key) {
            joined[key] = isMax ? std::max(joined[key], row[key]) : joined[key] + row[key];
        }
    }
    if (choice.join == OutputJoin::mean) {
        for (double& value : joined) value /= static_cast<double>(words.size());
    }
    return joined;
}

}  // namespace

Result<void> checkOutput(const OutputChoice& choice, int queries) {
    const std::size_t count =
        choice.tokens.empty() ? static_cast<std::size_t>(queries) : choice.tokens.size();
    if (!choice.groups.empty() && choice.groups.size() != count) {
        return std::unexpected(Problem{.code = Code::badArgument,
                                       .place = "output token",
                                       .finding = "There is not one group for each output token.",
                                       .remedy = "Give as many groups as tokens.",
                                       .byte = {}});
    }
    for (const int token : choice.tokens) {
        if (token >= 0 && token < queries) continue;
        return std::unexpected(
            Problem{.code = Code::badArgument,
                    .place = "output token",
                    .finding = "There is no token " + numberText(token) + "; the example has " +
                               numberText(queries) + " output tokens.",
                    .remedy = "Choose a token from 0 to " + numberText(queries - 1) + ".",
                    .byte = {}});
    }
    return {};
}

std::vector<float> outputRow(MatrixView layer, const OutputChoice& choice) {
    const std::vector<double> joined = joinRows(layer.values(), layer.cols, choice);
    std::vector<float> result(joined.size());
    std::ranges::transform(joined, result.begin(),
                           [](double value) { return static_cast<float>(value); });
    return result;
}

std::vector<double> outputRow(std::span<const double> layer, int cols, const OutputChoice& choice) {
    return joinRows(layer, cols, choice);
}

Matrix profile(std::span<const Matrix> layers, const OutputChoice& choice) {
    if (layers.empty()) return {};
    Matrix result(static_cast<int>(layers.size()), layers.front().cols);
    for (int layer = 0; layer < result.rows; ++layer) {
        const std::vector<float> row = outputRow(layers[static_cast<std::size_t>(layer)], choice);
        std::ranges::copy(row, result.row(layer).begin());
    }
    return result;
}

}  // namespace hw
