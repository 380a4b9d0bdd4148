// SPDX-License-Identifier: MIT
// Products with weights as they are stored, unpacked one panel at a time. Activations are float32, row-major, one row
// per token.
#pragma once

#include "model/kernel/workspace.h"
#include "model/weights/weight.h"

namespace hw::model {

/// y[tokens][w.rows()] = x[tokens][w.columns()] W^T + bias. `bias` may be null. y is overwritten, and must not be x.
/// Cost: 2 tokens rows columns operations, and the weights' bytes once for every few hundred tokens.
void linear(const float* x, int tokens, const Weight& w, const float* bias, float* y,
            Workspace& workspace);

/// The product with the transposed matrix: dx[tokens][w.columns()] = dy[tokens][w.rows()] W. Overwrites dx. Cost: as
/// above.
void linearBackward(const float* dy, int tokens, const Weight& w, float* dx, Workspace& workspace);

}  // namespace hw::model
