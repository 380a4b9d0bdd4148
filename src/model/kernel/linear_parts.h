// SPDX-License-Identifier: MIT
// The two products of linear() and linearBackward(), by the storage order of the weights. Internal to kernel.
#pragma once

#include "model/kernel/workspace.h"
#include "model/weights/weight.h"

namespace hw::model {

/// Tokens whose activations are packed at a time, 512 KB, to fit the second-level cache.
constexpr int tokensAtOnce = 128;

/// Stored rows [row, row + rows), four at most, columns [first, first + count), as a panel [count / 4][4 rows][4],
/// filled with zeros. Weights that are stored in this form are not copied. Others are written to `panel`, which needs 4
/// roundUp(count, 4) floats, via `unpacked`, a quarter of that.
const float* panelOf(const Weight& w, int row, int rows, int first, int count, float* unpacked,
                     float* panel);

/// c[t][r] = sum over k of a[t][k] S[r][k] + bias[r], S [rows][k] as stored. bias may be null.
void alongRows(const float* a, int tokens, const Weight& w, const float* bias, float* c,
               Workspace& workspace);

/// c[t][k] = sum over r of a[t][r] S[r][k] + bias[k].
void overRows(const float* a, int tokens, const Weight& w, const float* bias, float* c,
              Workspace& workspace);

/// The same without a bias, for the backward pass. From fewestForTurning() tokens on the weights are transposed, which
/// adds in another order.
void overManyRows(const float* a, int tokens, const Weight& w, float* c, Workspace& workspace);

}  // namespace hw::model
