// SPDX-License-Identifier: MIT
#include <algorithm>

#include "model/kernel/linear_parts.h"
#include "model/kernel/tiles.h"
#include "model/weights/four.h"

namespace hw::model {

namespace {

// Columns at a time, so that the sums of all tokens stay in the second-level cache while rows are added, and rows are
// read in long pieces. A multiple of every block.
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
        const std::size_t panels = std::size_t{quadRows} * quads_ * mostColumns;
        panel_ = workspace.room(panels + mostColumns + 4 * tokensAtOnce + sumsAtOnce);
        unpacked_ = panel_ + panels;
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
        // Sums are accumulated in place, unless a last group of four columns would exceed them.
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
        for (int some = 0; row + quadRows <= rows_; row += some) {
            const Quads rows = quadsFrom(row, first, count);
            some = quadRows * rows.count;
            addOver(tokens, padded, a + row, rows_, rows, sums, stride);
        }
        if (row < rows_) {
            std::fill_n(factors_, 4 * tokens, 0.0F);
            for (int t = 0; t < tokens; ++t)
                std::copy_n(a + std::size_t{1} * t * rows_ + row, rows_ - row, factors_ + 4 * t);
            addOver(tokens, padded, factors_, 4,
                    {.first = panelOf(w_, row, rows_ - row, first, count, unpacked_, panel_)}, sums,
                    stride);
        }
        if (sums == c) return;
        for (int t = 0; t < tokens; ++t)
            std::copy_n(sums + t * stride, count, c + std::size_t{1} * t * columns_);
    }

    /// Complete groups of four rows, in place if stored so, or unpacked.
    Quads quadsFrom(int row, int first, int count) {
        const int left = (rows_ - row) / quadRows;
        const int some = std::min(left, quads_);
        const std::ptrdiff_t size = std::ptrdiff_t{quadRows} * roundUp(count, 4);
        const float* own = panelOf(w_, row, quadRows, first, count, unpacked_, panel_);
        if (own != panel_) {
            const std::ptrdiff_t apart = left > 1 ? w_.quad(row + quadRows, first) - own : 0;
            return {own, some, apart, left >= 2 * some ? own + some * apart : nullptr};
        }
        for (int n = 1; n < some; ++n)
            panelOf(w_, row + quadRows * n, quadRows, first, count, unpacked_, panel_ + n * size);
        return {panel_, some, size};
    }

    const float* a_;
    const Weight& w_;
    const float* bias_;
    float* c_;
    int rows_;
    int columns_;
    int quads_ = quadsAtOnce();
    float* panel_;
    float* unpacked_;
    float* factors_;
    float* sums_;
};

// Rows and columns per transposed panel. For weights stored in quads, the panels, 128 KB, have to stay in the
// second-level cache with the packed activations. For others the columns are a multiple of every block, and there are
// fewer rows.
constexpr int turnedDepth = 1024;
constexpr int turnedColumns = 32;
constexpr int unpackedDepth = 256;
constexpr int unpackedColumns = 256;

/// The same for many tokens. Four rows by four columns of weights are transposed, once for all tokens, so that sums
/// along rows stay in registers.
class TurnedRows {
public:
    TurnedRows(const float* a, const Weight& w, float* c, Workspace& workspace)
        : a_(a),
          w_(w),
          c_(c),
          rows_(w.storedRows()),
          columns_(w.storedColumns()),
          depth_(w.quad(0, 0) != nullptr ? turnedDepth : unpackedDepth),
          strip_(w.quad(0, 0) != nullptr ? turnedColumns : unpackedColumns) {
        packed_ = workspace.room(std::size_t{1} * depth_ * (tokensAtOnce + strip_) +
                                 std::size_t{5} * strip_);
        turned_ = packed_ + std::size_t{1} * depth_ * tokensAtOnce;
        panel_ = turned_ + std::size_t{1} * depth_ * strip_;
    }

    void run(int tokens) {
        for (int t = 0; t < tokens; t += tokensAtOnce) {
            const int some = std::min(tokensAtOnce, tokens - t);
            for (int row = 0; row < rows_; row += depth_) {
                const int count = std::min(depth_, rows_ - row);
                packPairs(a_ + std::size_t{1} * t * rows_ + row, rows_, some, count, packed_);
                for (int first = 0; first < columns_; first += strip_)
                    strip(c_ + std::size_t{1} * t * columns_ + first, some, row, count, first);
            }
        }
    }

private:
    void strip(float* c, int tokens, int row, int count, int first) {
        const int width = std::min(strip_, columns_ - first);
        const std::ptrdiff_t size = std::ptrdiff_t{quadRows} * count;
        for (int r = 0; r < count; r += quadRows) {
            const float* panel =
                panelOf(w_, row + r, quadRows, first, width, panel_ + 4 * strip_, panel_);
            float* to = turned_ + std::ptrdiff_t{quadRows} * r;
            for (int k = 0; k < width; k += 4, panel += 16, to += size) {
                const FourRows block =
                    turnedOf(load(panel), load(panel + 4), load(panel + 8), load(panel + 12));
                for (int n = 0; n < 4; ++n) store(to + 4 * n, block.rows[n]);
            }
        }
        const float zeros[4] = {};
        for (int k = 0; k < width; k += 4)
            sumAlong(tokens, count, packed_, turned_ + k / 4 * size, c + k, columns_,
                     row == 0 ? zeros : nullptr,
                     k + 4 < width ? turned_ + (k / 4 + 1) * size : nullptr);
    }

    const float* a_;
    const Weight& w_;
    float* c_;
    int rows_;
    int columns_;
    int depth_;
    int strip_;
    float* packed_;
    float* turned_;
    float* panel_;
};

}  // namespace

void overManyRows(const float* a, int tokens, const Weight& w, float* c, Workspace& workspace) {
    if (tokens < fewestForTurning() || w.storedRows() % quadRows != 0 || w.storedColumns() % 4 != 0)
        return overRows(a, tokens, w, nullptr, c, workspace);
    TurnedRows(a, w, c, workspace).run(tokens);
}

void overRows(const float* a, int tokens, const Weight& w, const float* bias, float* c,
              Workspace& workspace) {
    OverRows(a, w, bias, c, workspace).run(tokens);
}

}  // namespace hw::model
