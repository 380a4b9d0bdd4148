// SPDX-License-Identifier: MIT
// Residual and division of one row, for both precisions, float32 for matrices (effective_attention.h) and double for
// capacities of attention flow (flow_capacities.h). Steps run in double and are rounded once each. Internal to core.
#pragma once

#include <span>

#include "core/matrix/matrix.h"
#include "core/model/settings.h"

namespace hw {

/// weight*I + (1-weight)*W, where `diagonal` is the index of the diagonal entry in the row.
template <class Number>
void addResidualToRow(std::span<Number> row, int diagonal, double weight) {
    auto values = expressionOf(row);
    values = ((1.0 - weight) * values.template cast<double>()).template cast<Number>();
    values[diagonal] = static_cast<Number>(static_cast<double>(values[diagonal]) + weight);
}

template <class Number>
void divideRow(std::span<Number> row, double by) {
    auto values = expressionOf(row);
    values = (values.template cast<double>() / by).template cast<Number>();
}

/// The diagonal entry of a row that sums to 0. It is 1, or the residual weight where rows are not divided.
inline double emptyRowDiagonal(Normalise how, double residual) {
    return how == Normalise::none && residual > 0.0 ? residual : 1.0;
}

}  // namespace hw
