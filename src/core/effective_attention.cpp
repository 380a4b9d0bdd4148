// SPDX-License-Identifier: MIT
#include "core/effective_attention.h"

#include <algorithm>
#include <vector>

#include "core/fuse.h"
#include "core/multiply.h"

namespace hw {
namespace {

bool isProtected(int row, int col, DiscardProtect protect, int token) {
    switch (protect) {
        case DiscardProtect::nothing: return false;
        case DiscardProtect::diagonal: return row == col;
        case DiscardProtect::token: return row == token || col == token;
        case DiscardProtect::corner: return row == 0 && col == 0;
    }
    return false;
}

/// The rows [firstRow, firstRow + values.size() / cols) of a matrix, discarded together.
void discardBlock(std::span<float> values, int firstRow, int cols, double ratio,
                  DiscardProtect protect, int token) {
    const auto count = static_cast<std::size_t>(ratio * static_cast<double>(values.size()));
    if (count == 0) return;
    // The threshold first, then one pass: linear, and stable without sorting indices.
    std::vector<float> sorted(values.begin(), values.end());
    std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(count - 1),
                     sorted.end());
    const float threshold = sorted[count - 1];
    std::size_t tiesLeft = count - static_cast<std::size_t>(std::count_if(
                                       values.begin(), values.end(),
                                       [threshold](float value) { return value < threshold; }));
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i] > threshold) continue;
        if (values[i] == threshold) {
            if (tiesLeft == 0) continue;
            --tiesLeft;
        }
        const int row = firstRow + static_cast<int>(i / static_cast<std::size_t>(cols));
        const int col = static_cast<int>(i % static_cast<std::size_t>(cols));
        if (!isProtected(row, col, protect, token)) values[i] = 0.0F;
    }
}

/// Four running sums, so that an addition need not wait for the one before it.
double sumOf(std::span<const float> row) {
    double sums[4] = {};
    std::size_t i = 0;
    for (; i + 4 <= row.size(); i += 4) {
        for (std::size_t lane = 0; lane < 4; ++lane) {
            sums[lane] += static_cast<double>(row[i + lane]);
        }
    }
    for (; i < row.size(); ++i) sums[0] += static_cast<double>(row[i]);
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/// Empty rows become identity rows with `diagonal` in place of 1. Returns the sum of each row.
std::vector<double> fillEmptyRows(Matrix& matrix, float diagonal) {
    std::vector<double> sums(static_cast<std::size_t>(matrix.rows));
    for (int i = 0; i < matrix.rows; ++i) {
        double sum = sumOf(matrix.row(i));
        if (!(sum > 0.0)) {
            std::ranges::fill(matrix.row(i), 0.0F);
            sum = 1.0;
            if (matrix.rows == matrix.cols) matrix(i, i) = diagonal;
        }
        sums[static_cast<std::size_t>(i)] = sum;
    }
    return sums;
}

void divide(float& value, double by) {
    value = static_cast<float>(static_cast<double>(value) / by);
}

void residualStep(Matrix& matrix, const Settings& settings, std::span<const float> fixedResidual) {
    if (settings.residualKind == Residual::fixed) {
        addFixedResidual(matrix, fixedResidual, 1.0 - settings.residual);
    } else {
        addResidual(matrix, settings.residual);
    }
}

void discardStep(Matrix& matrix, const Settings& settings) {
    discardSmallest(matrix, settings.discard, settings.scope, settings.protect,
                    settings.protectedToken);
}

}  // namespace

void discardSmallest(Matrix& matrix, double ratio, DiscardScope scope, DiscardProtect protect,
                     int protectedToken) {
    if (!(ratio > 0.0) || matrix.empty()) return;
    if (scope == DiscardScope::matrix) {
        discardBlock(matrix.values, 0, matrix.cols, ratio, protect, protectedToken);
        return;
    }
    for (int row = 0; row < matrix.rows; ++row) {
        discardBlock(matrix.row(row), row, matrix.cols, ratio, protect, protectedToken);
    }
}

void addResidual(Matrix& matrix, double weight) {
    if (weight == 0.0) return;
    for (float& value : matrix.values) {
        value = static_cast<float>((1.0 - weight) * static_cast<double>(value));
    }
    for (int i = 0; i < std::min(matrix.rows, matrix.cols); ++i) {
        matrix(i, i) = static_cast<float>(static_cast<double>(matrix(i, i)) + weight);
    }
}

void addFixedResidual(Matrix& matrix, std::span<const float> ratios, double fallback) {
    for (int i = 0; i < std::min(matrix.rows, matrix.cols); ++i) {
        const auto index = static_cast<std::size_t>(i);
        double ratio = fallback;
        if (index < ratios.size() && ratios[index] >= 0.0F && ratios[index] <= 1.0F) {
            ratio = static_cast<double>(ratios[index]);
        }
        matrix(i, i) = 0.0F;
        const double others = sumOf(matrix.row(i));
        if (!(others > 0.0)) {
            std::ranges::fill(matrix.row(i), 0.0F);
            matrix(i, i) = 1.0F;
            continue;
        }
        for (float& value : matrix.row(i)) {
            value = static_cast<float>(static_cast<double>(value) * (ratio / others));
        }
        matrix(i, i) = static_cast<float>(1.0 - ratio);
    }
}

void normaliseRows(Matrix& matrix, Normalise how, double residual) {
    const bool asIs = how == Normalise::none;
    const std::vector<double> sums =
        fillEmptyRows(matrix, asIs && residual > 0.0 ? static_cast<float>(residual) : 1.0F);
    if (asIs) return;
    const bool byColumn = how == Normalise::columnsByRowSums && matrix.rows == matrix.cols;
    for (int row = 0; row < matrix.rows; ++row) {
        const std::span<float> values = matrix.row(row);
        const double sum = sums[static_cast<std::size_t>(row)];
        if (byColumn) {
            for (std::size_t col = 0; col < values.size(); ++col) divide(values[col], sums[col]);
        } else {
            for (float& value : values) divide(value, sum);
        }
    }
}

void applySteps(Matrix& fused, const Settings& settings, std::span<const float> fixedResidual) {
    if (settings.order == StepOrder::discardFirst) {
        discardStep(fused, settings);
        residualStep(fused, settings, fixedResidual);
    } else {
        residualStep(fused, settings, fixedResidual);
        discardStep(fused, settings);
    }
    normaliseRows(fused, settings.normalise, settings.residual);
}

Matrix effectiveAttention(const AttentionTensor& attentions, const Settings& settings, int layer,
                          std::span<const float> fixedResidual) {
    if (!takesPart(settings, layer)) return identity(attentions.queries);
    Matrix matrix =
        fuseHeads(attentions, layer, settings.fusion, settings.heads, settings.headWeights);
    applySteps(matrix, settings, residualOfLayer(fixedResidual, layer, attentions.queries));
    return matrix;
}

Matrix effectiveCrossAttention(const AttentionTensor& cross, const Settings& settings, int layer) {
    Matrix matrix = fuseHeads(cross, layer, settings.fusion, settings.heads, settings.headWeights);
    // A protected token is one of the encoder-only or decoder-only stack; it means nothing here.
    discardSmallest(matrix, settings.discard, settings.scope, DiscardProtect::nothing, 0);
    if (settings.normalise == Normalise::none) return matrix;
    for (int row = 0; row < matrix.rows; ++row) {
        const double sum = sumOf(matrix.row(row));
        if (sum > 0.0) {
            for (float& value : matrix.row(row)) divide(value, sum);
        }
    }
    return matrix;
}

std::span<const float> residualOfLayer(std::span<const float> fixedResidual, int layer,
                                       int tokens) {
    const auto n = static_cast<std::size_t>(tokens);
    const auto begin = static_cast<std::size_t>(layer) * n;
    if (fixedResidual.size() < begin + n) return {};
    return fixedResidual.subspan(begin, n);
}

}  // namespace hw
