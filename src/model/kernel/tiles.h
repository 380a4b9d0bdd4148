// SPDX-License-Identifier: MIT
// The innermost loops of products. Those with weights read four rows of them by turns: each factor is read by one pointer
// from front to back, which is what WebAssembly's engines make the best code of. Eight numbers of a tile stay in registers: sums along
// k, or the factors of the rows.
#pragma once

#include <cstddef>
#include <span>

#include "model/kernel/products.h"

namespace hw::model {

constexpr int quadRows = 4;  ///< rows of weights in a panel

/// Sums along k. x: pairs of tokens [tokens / 2][inner / 4][2][4], a last odd token [inner / 4][4]; w: [inner / 4][4 rows][4];
/// c[token][0..4) = sum over k of x w, plus `start`[0..4), or plus c if start is null. inner is a multiple of 4. `next`: where the
/// weights that come next stand, as many, so that they may be fetched in the meantime; or null.
using SumAlong = void(int tokens, int inner, const float* x, const float* w, float* c,
                      std::ptrdiff_t stride, const float* start, const float* next);

constexpr int mostQuads = 16;  ///< that are asked for at a time

/// Rows of weights in fours, each as sumAlong has them, [columns / 4][4 rows][4].
struct Quads {
    const float* first = nullptr;
    int count = 1;             ///< at most mostQuads
    std::ptrdiff_t apart = 0;  ///< floats from one four to the next
    const float* next =
        nullptr;  ///< those that come next, as many and as far apart, to be fetched in the meantime; or null
};

/// Adds the share of some rows to sums over rows: c[token][0..columns) += x[token][0] row 0 + x[token][1] row 1 + ..., one row after
/// another. columns is a multiple of 4; x and c have strides of their own.
using AddOver = void(int tokens, int columns, const float* x, std::ptrdiff_t xStride,
                     const Quads& rows, float* c, std::ptrdiff_t stride);

/// Where the factors of a result's row stand in a product of two activations: a's row, or with a^T its column.
struct Factors {
    const float* data;
    std::ptrdiff_t along;   ///< from one k to the next
    std::ptrdiff_t across;  ///< from one row of the result to the next
    int rows;
    int inner;
};

/// c[i][j] = scale * sum over k of a[i][k] b[k][j], one k after another, plus what is there if c is added to.
using Gather = void(const Factors& a, const Rows& b, float scale, const Into& c);

/// These loops for one kind of processor. All kinds give the same numbers, bit for bit: each adds in the same order, and rounds a
/// product before it is added. What is built of them does too, but for linearBackward() where only some kinds turn the weights.
struct Tiles {
    const char* name;
    SumAlong* sumAlong;
    AddOver* addOver;
    int quads;  ///< that addOver would like to have at a time, at most mostQuads
    int fewestForTurning;  ///< tokens from which on sumAlong with weights that are turned first is faster than addOver
    Gather* gather;
};

/// What this processor can run: first what every one can, last the fastest.
std::span<const Tiles> tilesHere();

/// What products use from now on, in all threads: for tests and measurements. Before that, the last of tilesHere().
void useTiles(const Tiles& tiles);

/// By the tiles in use.
SumAlong sumAlong;
AddOver addOver;
int quadsAtOnce();
int fewestForTurning();
Gather gather;

/// Packs x[tokens][first, first + count) as sumAlong wants it, the last k filled up with zeros: to
/// tokens * roundUp(count, 4) floats.
void packPairs(const float* x, std::ptrdiff_t stride, int tokens, int count, float* to);

constexpr int roundUp(int number, int step) { return (number + step - 1) / step * step; }

}  // namespace hw::model
