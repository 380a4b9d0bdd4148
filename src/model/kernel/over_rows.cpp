// SPDX-License-Identifier: MIT
#include <algorithm>

#include "model/kernel/linear_parts.h"
#include "model/kernel/tiles.h"

namespace hw::model {

namespace {

// Columns at a time, so that the sums of all tokens stay in the second-level cache while rows are added, and rows are read in long
// pieces: a multiple of every block.
constexpr int mostColumns = 1024;
constexpr int leastColumns = 256;
constexpr int sumsAtOnce = 32 * 1024;

int stripColumns(int tokens) {
    return std::clamp(sumsAtOnce / tokens / leastColumns * leastColumns, leastColumns, mostColumns);
}

class OverRows {
public:
    OverRows(const float* a, const Weight& w, const float* bias, float* c, Workspace& workspace)
        : a_(a), w_(w), bias_(bias), c_(c), rows_(w.storedRows()), columns_(w.storedColumns()) {
        panel_ = workspace.room(std::size_t{5} * mostColumns + 4 * tokensAtOnce + sumsAtOnce);
        unpacked_ = panel_ + std::size_t{4} * mostColumns;
        factors_ = unpacked_ + mostColumns;
        sums_ = factors_ + std::size_t{4} * tokensAtOnce;
    }

    void run(int tokens) {
        const int width = stripColumns(std::min(tokens, tokensAtOnce));
        for (int first = 0; first < columns_; first += width) {
            const int count = std::min(width, columns_ - first);
            for (int t = 0; t < tokens; t += tokensAtOnce)
                strip(t, std::min(tokensAtOnce, tokens - t), first, count);
        }
    }

private:
    void strip(int token, int tokens, int first, int count) {
        const float* a = a_ + std::size_t{1} * token * rows_;
        float* c = c_ + std::size_t{1} * token * columns_ + first;
        // Sums grow in place, unless a last group of four columns would reach beyond them.
        const int padded = roundUp(count, 4);
        float* sums = count == padded ? c : sums_;
        const std::ptrdiff_t stride = count == padded ? columns_ : padded;
        for (int t = 0; t < tokens; ++t) {
            float* to = sums + t * stride;
            if (bias_ != nullptr) {
                std::copy_n(bias_ + first, count, to);
                std::fill(to + count, to + padded, 0.0F);
            } else {
                std::fill_n(to, padded, 0.0F);
            }
        }
        int row = 0;
        for (; row + quadRows <= rows_; row += quadRows)
            addOver(tokens, padded, a + row, rows_,
                    panelOf(w_, row, quadRows, first, count, unpacked_, panel_), sums, stride);
        if (row < rows_) {
            std::fill_n(factors_, 4 * tokens, 0.0F);
            for (int t = 0; t < tokens; ++t)
                std::copy_n(a + std::size_t{1} * t * rows_ + row, rows_ - row, factors_ + 4 * t);
            addOver(tokens, padded, factors_, 4,
                    panelOf(w_, row, rows_ - row, first, count, unpacked_, panel_), sums, stride);
        }
        if (sums == c) return;
        for (int t = 0; t < tokens; ++t)
            std::copy_n(sums + t * stride, count, c + std::size_t{1} * t * columns_);
    }

    const float* a_;
    const Weight& w_;
    const float* bias_;
    float* c_;
    int rows_;
    int columns_;
    float* panel_;
    float* unpacked_;
    float* factors_;
    float* sums_;
};

}  // namespace

void overRows(const float* a, int tokens, const Weight& w, const float* bias, float* c,
              Workspace& workspace) {
    OverRows(a, w, bias, c, workspace).run(tokens);
}

}  // namespace hw::model
