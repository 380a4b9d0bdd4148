// SPDX-License-Identifier: MIT
#include "core/methods/steps/effective_attention.h"

#include <algorithm>
#include <vector>

#include "core/matrix/matrix.h"
#include "core/matrix/multiply.h"
#include "core/matrix/row_totals.h"
#include "core/methods/steps/fuse.h"
#include "core/methods/steps/row_steps.h"

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

/// Discards in a block of rows, which begins with `firstRow`.
void discardBlock(std::span<float> values, int firstRow, int cols, const Settings& settings) {
    const auto count =
        static_cast<std::ptrdiff_t>(settings.discard * static_cast<double>(values.size()));
    if (count == 0) return;
    // First the threshold, then one pass. That is linear, and stable without sorting indices.
    const bool keepsTies = settings.ties == DiscardTies::keep;
    const auto last = std::min(keepsTies ? count : count - 1, std::ssize(values) - 1);
    std::vector<float> sorted(values.begin(), values.end());
    std::nth_element(sorted.begin(), sorted.begin() + last, sorted.end());
    const float threshold = sorted[last];
    std::ptrdiff_t tiesLeft = keepsTies ? 0 : count - (expressionOf(values) < threshold).count();
    for (std::ptrdiff_t i = 0; i < std::ssize(values); ++i) {
        if (values[i] > threshold) continue;
        if (values[i] == threshold) {
            if (tiesLeft == 0) continue;
            --tiesLeft;
        }
        const int row = firstRow + static_cast<int>(i / cols);
        const int col = static_cast<int>(i % cols);
        if (!isProtected(row, col, settings.protect, settings.protectedToken)) values[i] = 0.0F;
    }
}

double sumOf(std::span<const float> row) {
    const Eigen::Array4d lanes = laneTotals(row).sums;
    return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
}

/// Empty rows become identity rows with `diagonal` in place of 1. Returns the sum of each row.
RowArray<double> fillEmptyRows(Matrix& matrix, double diagonal) {
    RowArray<double> sums(matrix.rows());
    for (int row = 0; row < matrix.rows(); ++row) {
        sums[row] = sumOf(rowOf(matrix, row));
        if (sums[row] > 0.0) continue;
        matrix.row(row).setZero();
        sums[row] = 1.0;
        if (matrix.rows() == matrix.cols()) matrix(row, row) = static_cast<float>(diagonal);
    }
    return sums;
}

void residualStep(Matrix& matrix, const Settings& settings, std::span<const float> fixedResidual) {
    if (settings.residualKind == Residual::fixed) {
        addFixedResidual(matrix, fixedResidual, 1.0 - settings.residual);
    } else {
        addResidual(matrix, settings.residual);
    }
}

}  // namespace

void discardSmallest(Matrix& matrix, const Settings& settings) {
    if (!(settings.discard > 0.0) || matrix.size() == 0) return;
    const int cols = static_cast<int>(matrix.cols());
    if (settings.scope == DiscardScope::matrix) {
        discardBlock(valuesOf(matrix), 0, cols, settings);
        return;
    }
    for (int row = 0; row < matrix.rows(); ++row)
        discardBlock(rowOf(matrix, row), row, cols, settings);
}

void addResidual(Matrix& matrix, double weight) {
    if (weight == 0.0) return;
    for (int row = 0; row < matrix.rows(); ++row) addResidualToRow(rowOf(matrix, row), row, weight);
}

void addFixedResidual(Matrix& matrix, std::span<const float> ratios, double fallback) {
    for (int i = 0; i < std::min(matrix.rows(), matrix.cols()); ++i) {
        double ratio = fallback;
        if (i < std::ssize(ratios) && ratios[i] >= 0.0F && ratios[i] <= 1.0F) {
            ratio = static_cast<double>(ratios[i]);
        }
        matrix(i, i) = 0.0F;
        const double others = sumOf(rowOf(matrix, i));
        if (!(others > 0.0)) {
            matrix.row(i).setZero();
            matrix(i, i) = 1.0F;
            continue;
        }
        matrix.row(i) = (matrix.row(i).cast<double>() * (ratio / others)).cast<float>();
        matrix(i, i) = static_cast<float>(1.0 - ratio);
    }
}

void normaliseRows(Matrix& matrix, Normalise how, double residual) {
    const RowArray<double> sums = fillEmptyRows(matrix, emptyRowDiagonal(how, residual));
    if (how == Normalise::none) return;
    const bool byColumn = how == Normalise::columnsByRowSums && matrix.rows() == matrix.cols();
    for (int row = 0; row < matrix.rows(); ++row) {
        if (byColumn) {
            matrix.row(row) = (matrix.row(row).cast<double>().array() / sums).cast<float>();
        } else {
            divideRow(rowOf(matrix, row), sums[row]);
        }
    }
}

void applySteps(Matrix& fused, const Settings& settings, std::span<const float> fixedResidual,
                const StepWatcher& watch) {
    const auto residual = [&] {
        residualStep(fused, settings, fixedResidual);
        if (watch) watch(MatrixStep::residual, fused);
    };
    const auto discard = [&] {
        discardSmallest(fused, settings);
        if (watch && settings.discard > 0.0) watch(MatrixStep::discarded, fused);
    };
    const auto divide = [&] {
        normaliseRows(fused, settings.normalise, settings.residual);
        if (watch) watch(MatrixStep::divided, fused);
    };
    if (settings.order == StepOrder::discardFirst) {
        discard();
        residual();
    } else {
        residual();
        if (settings.discard > 0.0 && settings.ties == DiscardTies::keep) divide();
        discard();
    }
    divide();
}

Matrix effectiveAttention(const AttentionTensor& attentions, const Settings& settings, int layer,
                          std::span<const float> fixedResidual) {
    if (!takesPart(settings, layer) && !attentions.isGlobal()) return identity(attentions.queries);
    Matrix matrix = fuseHeads(attentions, layer, settings);
    if (attentions.isAttention())
        applySteps(matrix, settings, residualOfLayer(fixedResidual, layer, attentions.queries));
    return matrix;
}

Matrix effectiveCrossAttention(const AttentionTensor& cross, const Settings& settings, int layer) {
    Matrix matrix = fuseHeads(cross, layer, settings);
    // A protected token belongs to an encoder-only or decoder-only stack, and has no meaning here.
    Settings unprotected = settings;
    unprotected.protect = DiscardProtect::nothing;
    discardSmallest(matrix, unprotected);
    if (settings.normalise == Normalise::none) return matrix;
    for (int row = 0; row < matrix.rows(); ++row) {
        const double sum = sumOf(rowOf(matrix, row));
        if (sum > 0.0) divideRow(rowOf(matrix, row), sum);
    }
    return matrix;
}

std::span<const float> residualOfLayer(std::span<const float> fixedResidual, int layer,
                                       int tokens) {
    const std::ptrdiff_t begin = std::ptrdiff_t{layer} * tokens;
    if (std::ssize(fixedResidual) < begin + tokens) return {};
    return fixedResidual.subspan(begin, tokens);
}

}  // namespace hw
