// SPDX-License-Identifier: MIT
#include "core/output_choice.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/number_text.h"

namespace hw {
namespace {

template <class Number>
std::vector<double> joinRows(std::span<const Number> values, int cols, const OutputChoice& choice) {
    const auto width = static_cast<std::size_t>(cols);
    std::vector<int> tokens = choice.tokens;
    if (tokens.empty() && width > 0) {
        tokens.resize(values.size() / width);
        std::iota(tokens.begin(), tokens.end(), 0);
    }
    const bool isMax = choice.join == OutputJoin::max;
    std::vector<double> joined(width, isMax ? -std::numeric_limits<double>::infinity() : 0.0);
    for (const int token : tokens) {
        const auto row = values.subspan(static_cast<std::size_t>(token) * width, width);
        for (std::size_t key = 0; key < width; ++key) {
            const auto value = static_cast<double>(row[key]);
            joined[key] = isMax ? std::max(joined[key], value) : joined[key] + value;
        }
    }
    if (choice.join == OutputJoin::mean) {
        for (double& value : joined) value /= static_cast<double>(tokens.size());
    }
    return joined;
}

}  // namespace

Result<void> checkOutput(const OutputChoice& choice, int queries) {
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
