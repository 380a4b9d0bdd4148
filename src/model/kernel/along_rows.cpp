// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <numeric>

#include "model/kernel/linear_parts.h"
#include "model/kernel/tiles.h"
#include "model/weights/dot.h"

namespace hw::model {

namespace {

// Part of the inner dimension at a time, so that a panel of four rows, 16 KB, stays in the first-level cache. A
// multiple of every block.
constexpr int depth = 1024;

/// Sums along k: c[t][r] = sum of a[t][k] S[r][k] + bias[r], S as stored.
class AlongRows {
public:
    AlongRows(const float* a, const Weight& w, const float* bias, float* c, Workspace& workspace)
        : a_(a), w_(w), bias_(bias), c_(c), inner_(w.storedColumns()), outer_(w.storedRows()) {
        const int width = std::min(depth, roundUp(inner_, 4));
        const std::size_t tokens = std::size_t{1} * tokensAtOnce * width;
        packed_ = workspace.room(tokens + std::size_t{5} * width + 4 * tokensAtOnce);
        panel_ = packed_ + tokens;
        unpacked_ = panel_ + std::size_t{4} * width;
        rest_ = unpacked_ + width;
    }

    void run(int tokens) {
        for (int first = 0; first < inner_; first += depth) {
            const int count = std::min(depth, inner_ - first);
            for (int t = 0; t < tokens; t += tokensAtOnce) {
                block(t, std::min(tokensAtOnce, tokens - t), first, count);
            }
        }
    }

private:
    void block(int token, int tokens, int first, int count) {
        packPairs(a_ + std::size_t{1} * token * inner_ + first, inner_, tokens, count, packed_);
        float* c = c_ + std::size_t{1} * token * outer_;
        const int padded = roundUp(count, 4);
        int row = 0;
        for (; row + quadRows <= outer_; row += quadRows) {
            const float* panel = panelOf(w_, row, quadRows, first, count, unpacked_, panel_);
            const float zeros[4] = {};
            const float* start = bias_ != nullptr ? bias_ + row : zeros;
            sumAlong(tokens, padded, packed_, panel, c + row, outer_, first == 0 ? start : nullptr,
                     w_.quad(row + quadRows, first));
        }
        if (row < outer_) last(row, tokens, first, count, c);
    }

    /// Fewer than four rows are computed in a separate buffer, and copied to c.
    void last(int row, int tokens, int first, int count, float* c) {
        const int rows = outer_ - row;
        const float* panel = panelOf(w_, row, rows, first, count, unpacked_, panel_);
        const float zeros[4] = {};
        sumAlong(tokens, roundUp(count, 4), packed_, panel, rest_, 4, zeros, nullptr);
        for (int t = 0; t < tokens; ++t) {
            for (int r = 0; r < rows; ++r) {
                float& to = c[std::size_t{1} * t * outer_ + row + r];
                const float start = bias_ != nullptr ? bias_[row + r] : 0.0F;
                to = (first == 0 ? start : to) + rest_[4 * t + r];
            }
        }
    }

    const float* a_;
    const Weight& w_;
    const float* bias_;
    float* c_;
    int inner_;
    int outer_;
    float* packed_;
    float* panel_;
    float* unpacked_;
    float* rest_;
};

/// For one token panels do not pay, because no other token would use them again.
void alongOne(const float* a, const Weight& w, const float* bias, float* c, Workspace& workspace) {
    const int inner = w.storedColumns();
    const auto put = [&](int row, float sum) {
        c[row] = sum + (bias != nullptr ? bias[row] : 0.0F);
    };
    if (!hasDotWhole(w.type())) {
        float sums[rowsOfSixteenBits];
        for (int row = 0; row < w.storedRows();) {
            const int count = w.dots(row, a, sums);
            for (int i = 0; i < count; ++i) put(row + i, sums[i]);
            row += count;
        }
        return;
    }
    float* sums = workspace.room(std::size_t{2} * (inner / dotBlock));
    float* scales = sums + inner / dotBlock;
    workspace.shorts.resize(std::size_t{2} * inner);
    std::int16_t* high = workspace.shorts.data();
    std::int16_t* low = high + inner;
    for (int k = 0; k < inner; k += dotBlock) {
        sums[k / dotBlock] = std::accumulate(a + k, a + k + dotBlock, 0.0F);
        scales[k / dotBlock] = quantiseBlock(a + k, high + k, low + k);
    }
    const QuantisedVector x{high, low, scales, sums};
    for (int row = 0; row < w.storedRows(); ++row) put(row, w.dot(row, x));
}

}  // namespace

void alongRows(const float* a, int tokens, const Weight& w, const float* bias, float* c,
               Workspace& workspace) {
    if (tokens == 1 && w.hasDot()) return alongOne(a, w, bias, c, workspace);
    AlongRows(a, w, bias, c, workspace).run(tokens);
}

}  // namespace hw::model
