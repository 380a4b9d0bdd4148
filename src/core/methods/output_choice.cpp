// SPDX-License-Identifier: MIT
#include "core/methods/output_choice.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_map>

#include "core/matrix/matrix.h"

namespace hw {
namespace {

/// Members of each group, in the order of their first token. Without groups each token is on its own.
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

/// Puts the sum of each group at its first key, 0 at its other keys. Unchanged without groups.
void sumAtFirst(RowArray<double>& row, const std::vector<int>& groups) {
    std::unordered_map<int, Eigen::Index> first;
    for (Eigen::Index key = 0; key < std::min(std::ssize(groups), row.size()); ++key) {
        const auto [entry, isNew] = first.try_emplace(groups[key], key);
        if (isNew) continue;
        row[entry->second] += row[key];
        row[key] = 0;
    }
}

/// `layer` is a matrix of float or double.
template <class Layer>
RowArray<double> joinRows(const Layer& layer, const OutputChoice& choice) {
    std::vector<int> tokens = choice.tokens;
    if (tokens.empty()) {
        tokens.resize(layer.rows());
        std::iota(tokens.begin(), tokens.end(), 0);
    }
    const auto words = gathered(tokens, choice.groups);
    const bool isMax = choice.join == OutputJoin::max;
    RowArray<double> joined = RowArray<double>::Constant(
        layer.cols(), isMax ? -std::numeric_limits<double>::infinity() : 0.0);
    RowArray<double> row(layer.cols());
    for (const std::vector<int>& members : words) {
        row.setZero();
        for (const int token : members) row += layer.row(token).array().template cast<double>();
        row /= static_cast<double>(members.size());
        if (isMax) {
            sumAtFirst(row, choice.keyGroups);
            joined = joined.max(row);
        } else {
            joined += row;
        }
    }
    if (choice.join == OutputJoin::mean) joined /= static_cast<double>(words.size());
    return joined;
}

int rowsOf(std::size_t values, int cols) {
    return cols > 0 ? static_cast<int>(values / static_cast<std::size_t>(cols)) : 0;
}

}  // namespace

Result<void> checkOutput(const OutputChoice& choice, int queries) {
    const std::ptrdiff_t count = choice.tokens.empty() ? queries : std::ssize(choice.tokens);
    if (!choice.groups.empty() && std::ssize(choice.groups) != count) {
        return std::unexpected(Problem{.code = Code::badArgument,
                                       .place = "output token"_tr,
                                       .finding = "Groups and output tokens differ in number."_tr,
                                       .remedy = "Give one group per token."_tr,
                                       .byte = {}});
    }
    for (const int token : choice.tokens) {
        if (token >= 0 && token < queries) continue;
        return std::unexpected(Problem{
            .code = Code::badArgument,
            .place = "output token"_tr,
            .finding = formatText("There is no token {}; the example has {} output tokens."_tr,
                                  {token, queries}),
            .remedy = formatText("Choose a token from 0 to {}."_tr, {queries - 1}),
            .byte = {}});
    }
    return {};
}

std::vector<float> outputRow(MatrixView layer, const OutputChoice& choice) {
    const RowArray<float> joined = joinRows(expressionOf(layer), choice).cast<float>();
    return {joined.begin(), joined.end()};
}

std::vector<float> outputRow(std::span<const float> layer, int cols, const OutputChoice& choice) {
    return outputRow(MatrixView{layer.data(), rowsOf(layer.size(), cols), cols}, choice);
}

std::vector<double> outputRow(std::span<const double> layer, int cols, const OutputChoice& choice) {
    const int rows = rowsOf(layer.size(), cols);
    const RowArray<double> joined =
        joinRows(Eigen::Map<const DoubleMatrix>(layer.data(), rows, cols), choice);
    return {joined.begin(), joined.end()};
}

Matrix profile(std::span<const Matrix> layers, const OutputChoice& choice) {
    if (layers.empty()) return {};
    Matrix result(layers.size(), layers.front().cols());
    for (int layer = 0; layer < result.rows(); ++layer)
        result.row(layer) = joinRows(layers[layer], choice).cast<float>();
    return result;
}

}  // namespace hw
