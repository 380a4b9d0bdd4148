// SPDX-License-Identifier: MIT
// The innermost loops of products. Products with weights read four interleaved rows of them. One pointer reads each
// factor from front to back, for which WebAssembly's engines generate the best code. Eight numbers of a tile stay in
// registers: sums along k, or the factors of the rows.
#pragma once

#include <cstddef>
#include <span>

#include "model/kernel/products.h"

namespace hw::model {

constexpr int quadRows = 4;  ///< rows of weights in a panel

/// Sums along k. Shapes of x are [tokens / 2][inner / 4][2][4] for pairs of tokens, and [inner / 4][4] for a last odd
/// token. w is [inner / 4][4 rows][4]. c[token][0..4) = sum over k of x w, plus `start`[0..4), or plus c if start is
/// null. inner is a multiple of 4. `next` points to the next weights, of the same size, to prefetch them; or is null.
using SumAlong = void(int tokens, int inner, const float* x, const float* w, float* c,
                      std::ptrdiff_t stride, const float* start, const float* next);

constexpr int mostQuads = 16;  ///< maximum in one call

/// Rows of weights in groups of four, in sumAlong's format, [columns / 4][4 rows][4].
struct Quads {
    const float* first = nullptr;
    int count = 1;             ///< at most mostQuads
    std::ptrdiff_t apart = 0;  ///< floats from one group to the next
    /// The next groups to prefetch, of the same number and distance; or null.
    const float* next = nullptr;
};

/// Adds the share of some rows to sums over rows: c[token][0..columns) += x[token][0] row 0 + x[token][1] row 1 + ...,
/// one row after another. columns is a multiple of 4. x and c have their own strides.
using AddOver = void(int tokens, int columns, const float* x, std::ptrdiff_t xStride,
                     const Quads& rows, float* c, std::ptrdiff_t stride);

/// The factors of a result's row in a product of two activations: a's row, or with a^T its column.
struct Factors {
    const float* data;
    std::ptrdiff_t along;   ///< from one k to the next
    std::ptrdiff_t across;  ///< from one row of the result to the next
    int rows;
    int inner;
};

/// c[i][j] = scale * sum over k of a[i][k] b[k][j], one k after another, plus the old value if c.add.
using Gather = void(const Factors& a, const Rows& b, float scale, const OutputMatrix& c);

/// These loops for one kind of processor. All kinds give the same numbers, bit for bit. Each adds in the same order,
/// and rounds a product before it is added. The functions that use them do so, too, except linearBackward() if only
/// some kinds transpose the weights.
struct Tiles {
    const char* name;
    SumAlong* sumAlong;
    AddOver* addOver;
    int quads;  ///< preferred number for addOver, at most mostQuads
    /// Tokens from which on sumAlong with transposed weights is faster than addOver.
    int fewestForTurning;
    Gather* gather;
};

/// The tiles that this processor can run, the portable ones first, the fastest last.
std::span<const Tiles> tilesHere();

/// Sets the tiles of all later products, in all threads, for tests and measurements. The default is the last of
/// tilesHere().
void useTiles(const Tiles& tiles);

/// These call the tiles in use.
SumAlong sumAlong;
AddOver addOver;
int quadsAtOnce();
int fewestForTurning();
Gather gather;

/// Packs x[tokens][first, first + count) for sumAlong, the last k filled with zeros, into tokens * roundUp(count, 4)
/// floats.
void packPairs(const float* x, std::ptrdiff_t stride, int tokens, int count, float* to);

constexpr int roundUp(int number, int step) { return (number + step - 1) / step * step; }

}  // namespace hw::model
