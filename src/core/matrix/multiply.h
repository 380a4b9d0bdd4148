// SPDX-License-Identifier: MIT
// The matrix product for rollout.
#pragma once

#include "core/matrix/matrix_view.h"

namespace hw {

/// a * b, float32, [rows][k] times [k][cols]. a.cols must equal b.rows. Sums of up to 256 products run in float32 and
/// are added up, so at n = 128 and 12 layers rollout stays within 1e-6 of float64.
/// Cost 2*rows*k*cols flops, and about a sixth of that when both are lower triangular (causal attention), whose zeros
/// above the diagonal stay exact. Needs 256*cols floats of scratch.
///
/// Not Eigen's product, since in WebAssembly this one is 1.3 to 1.5 times as fast. GFLOP/s against Eigen's SSE code on
/// 2026-11-22, at n = 64, 128, 512, are 30.8 : 23.0, 33.9 : 22.3, 30.9 : 23.2 (natively 0.98 of Eigen's). It also gives
/// page and command line equal numbers. tools/bench rollout measures it; below 1.3 it should go.
Matrix multiply(MatrixView a, MatrixView b);

/// The identity, [size][size].
Matrix identity(int size);

}  // namespace hw
