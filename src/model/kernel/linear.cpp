// SPDX-License-Identifier: MIT
#include "model/kernel/linear.h"

#include <algorithm>
#include <vector>

namespace hw::model {

namespace {

/// c[t][r] = sum over k of a[t][k] S[r][k], S as stored.
void againstRows(const float* a, int tokens, const Weight& w, float* c, Workspace& workspace) {
    const int inner = w.storedColumns();
    const int outer = w.storedRows();
    float* row = workspace.room(static_cast<std::size_t>(inner));
    for (int r = 0; r < outer; ++r) {
        w.unpackStored(r, 0, inner, row);
        for (int t = 0; t < tokens; ++t) {
            const float* from = a + std::size_t{1} * t * inner;
            float sum = 0.0F;
            for (int k = 0; k < inner; ++k) sum += from[k] * row[k];
            c[std::size_t{1} * t * outer + r] = sum;
        }
    }
}

/// c[t][k] = sum over r of a[t][r] S[r][k].
void sumOfRows(const float* a, int tokens, const Weight& w, float* c, Workspace& workspace) {
    const int width = w.storedColumns();
    const int outer = w.storedRows();
    float* row = workspace.room(static_cast<std::size_t>(width));
    std::fill_n(c, std::size_t{1} * tokens * width, 0.0F);
    for (int r = 0; r < outer; ++r) {
        w.unpackStored(r, 0, width, row);
        for (int t = 0; t < tokens; ++t) {
            const float factor = a[std::size_t{1} * t * outer + r];
            float* to = c + std::size_t{1} * t * width;
            for (int k = 0; k < width; ++k) to[k] += factor * row[k];
        }
    }
}

}  // namespace

void linear(const float* x, int tokens, const Weight& w, const float* bias, float* y,
            Workspace& workspace) {
    w.inOut() ? sumOfRows(x, tokens, w, y, workspace) : againstRows(x, tokens, w, y, workspace);
    if (bias == nullptr) return;
    for (int t = 0; t < tokens; ++t) {
        for (int r = 0; r < w.rows(); ++r) y[std::size_t{1} * t * w.rows() + r] += bias[r];
    }
}

void linearBackward(const float* dy, int tokens, const Weight& w, float* dx, Workspace& workspace) {
    w.inOut() ? againstRows(dy, tokens, w, dx, workspace) : sumOfRows(dy, tokens, w, dx, workspace);
}

}  // namespace hw::model
