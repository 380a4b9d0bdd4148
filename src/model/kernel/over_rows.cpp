// SPDX-License-Identifier: MIT
#include <algorithm>

#include "model/kernel/linear_parts.h"
#include "model/kernel/tiles.h"
#include "model/weights/four.h"

namespace hw::model {

namespace {

// Weights are packed a strip of so many columns and rows at a time, 128 KB; both are multiples of every block.
constexpr int stripColumns = 256;
constexpr int stripRows = 128;
// Up to so many tokens, packing would cost more than it saves.
constexpr int fewTokens = 3;

class OverRows {
public:
    OverRows(const float* a, const Weight& w, const float* bias, float* c, Workspace& workspace)
        : a_(a), w_(w), bias_(bias), c_(c), rows_(w.storedRows()), columns_(w.storedColumns()) {
        constexpr std::size_t panels = std::size_t{1} * stripColumns * stripRows;
        constexpr std::size_t tokens = std::size_t{1} * tokensAtOnce * stripRows;
        constexpr std::size_t sums = std::size_t{1} * tokensAtOnce * stripColumns;
        panels_ = workspace.room(panels + tokens + sums + 4 * stripColumns);
        packed_ = panels_ + panels;
        sums_ = packed_ + tokens;
        unpacked_ = sums_ + sums;
    }

    void run(int tokens) {
        for (int first = 0; first < columns_; first += stripColumns) {
            const int count = std::min(stripColumns, columns_ - first);
            for (int t = 0; t < tokens; t += tokensAtOnce) {
                strip(t, std::min(tokensAtOnce, tokens - t), first, count);
            }
        }
    }

private:
    void strip(int token, int tokens, int first, int count) {
        const int width = roundUp(count, wideColumns);
        std::fill_n(sums_, std::size_t{1} * roundUp(tokens, 4) * width, 0.0F);
        const float* a = a_ + std::size_t{1} * token * rows_;
        if (tokens <= fewTokens) {
            for (int row = 0; row < rows_; row += 4) {
                addRows(a + row, tokens, row, std::min(4, rows_ - row), first, count);
            }
        } else {
            for (int row = 0; row < rows_; row += stripRows) {
                const int rows = std::min(stripRows, rows_ - row);
                packFours(a + row, rows_, tokens, rows, packed_);
                packPanels(row, rows, first, count);
                for (int at = 0; at < count; at += wideColumns) {
                    sumOver(roundUp(tokens, 4) / 4, rows, packed_,
                            panels_ + std::size_t{1} * at * rows, sums_ + at, width);
                }
            }
        }
        for (int t = 0; t < tokens; ++t) {
            const float* from = sums_ + std::size_t{1} * t * width;
            float* to = c_ + std::size_t{1} * (token + t) * columns_ + first;
            for (int k = 0; k < count; ++k) {
                to[k] = bias_ != nullptr ? from[k] + bias_[first + k] : from[k];
            }
        }
    }

    /// Up to four rows, unpacked as [row][stripColumns], what is missing as zeros.
    const float* unpackRows(int row, int rows, int first, int count) {
        for (int r = 0; r < 4; ++r) {
            float* to = unpacked_ + r * stripColumns;
            if (r < rows) {
                w_.unpackStored(row + r, first, count, to);
                std::fill(to + count, to + roundUp(count, wideColumns), 0.0F);
            } else {
                std::fill_n(to, roundUp(count, wideColumns), 0.0F);
            }
        }
        return unpacked_;
    }

    /// sums[t] += a[t][0..rows) of these rows.
    void addRows(const float* a, int tokens, int row, int rows, int first, int count) {
        // As four rows by turns, or one after the other: where a row's next four columns are, and the next row's.
        const float* from = rows == 4 && count % 4 == 0 ? w_.quad(row, first) : nullptr;
        const int block = from != nullptr ? 16 : 4;
        const int next = from != nullptr ? 4 : stripColumns;
        if (from == nullptr) from = unpackRows(row, rows, first, count);
        for (int t = 0; t < tokens; ++t) {
            Four factors[4] = {};
            for (int r = 0; r < rows; ++r) factors[r] = spread(a[std::size_t{1} * t * rows_ + r]);
            float* to = sums_ + std::size_t{1} * t * roundUp(count, wideColumns);
            const float* w = from;
            for (int k = 0; k < count; k += 4, to += 4, w += block) {
                const Four half = factors[0] * load(w) + factors[1] * load(w + next);
                const Four rest = factors[2] * load(w + 2 * next) + factors[3] * load(w + 3 * next);
                store(to, load(to) + (half + rest));
            }
        }
    }

    /// Rows [row, row + rows) of the strip, as panels [count / 8][rows][8].
    void packPanels(int row, int rows, int first, int count) {
        for (int r = 0; r < rows; r += 4) {
            const int group = std::min(4, rows - r);
            const float* from =
                group == 4 && count % wideColumns == 0 ? w_.quad(row + r, first) : nullptr;
            const int block = from != nullptr ? 16 : 4;
            const int next = from != nullptr ? 4 : stripColumns;
            if (from == nullptr) from = unpackRows(row + r, group, first, count);
            for (int at = 0; at < count; at += wideColumns, from += 2 * block) {
                float* to = panels_ + std::size_t{1} * at * rows + std::size_t{8} * r;
                for (int i = 0; i < group; ++i, to += wideColumns) {
                    store(to, load(from + i * next));
                    store(to + 4, load(from + i * next + block));
                }
            }
        }
    }

    const float* a_;
    const Weight& w_;
    const float* bias_;
    float* c_;
    int rows_;
    int columns_;
    float* panels_;
    float* packed_;
    float* sums_;
    float* unpacked_;
};

}  // namespace

void overRows(const float* a, int tokens, const Weight& w, const float* bias, float* c,
              Workspace& workspace) {
    OverRows(a, w, bias, c, workspace).run(tokens);
}

}  // namespace hw::model
