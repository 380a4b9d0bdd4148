// SPDX-License-Identifier: MIT
#include "model/kernel/linear.h"

#include "model/kernel/linear_parts.h"

namespace hw::model {

void linear(const float* x, int tokens, const Weight& w, const float* bias, float* y,
            Workspace& workspace) {
    (w.inOut() ? overRows : alongRows)(x, tokens, w, bias, y, workspace);
}

void linearBackward(const float* dy, int tokens, const Weight& w, float* dx, Workspace& workspace) {
    if (w.inOut()) return alongRows(dy, tokens, w, nullptr, dx, workspace);
    overManyRows(dy, tokens, w, dx, workspace);
}

}  // namespace hw::model
