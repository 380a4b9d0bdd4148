// SPDX-License-Identifier: MIT
// The innermost loops of the products with weights, which both read four rows of them by turns: each factor is read by one pointer
// from front to back, which is what WebAssembly's engines make the best code of. Eight numbers of a tile stay in registers: sums along
// k, or the factors of the rows.
#pragma once

#include <cstddef>
#include <span>

namespace hw::model {

constexpr int quadRows = 4;  ///< rows of weights in a panel

/// Sums along k. x: pairs of tokens [tokens / 2][inner / 4][2][4], a last odd token [inner / 4][4]; w: [inner / 4][4 rows][4];
/// c[token][0..4) = sum over k of x w, plus `start`[0..4), or plus c if start is null. inner is a multiple of 4. `next`: where the
/// weights that come next stand, as many, so that they may be fetched in the meantime; or null.
using SumAlong = void(int tokens, int inner, const float* x, const float* w, float* c,
                      std::ptrdiff_t stride, const float* start, const float* next);

/// Adds the share of four rows to sums over rows: c[token][0..columns) += x[token][0] row 0 + ... + x[token][3] row 3, with the rows as
/// sumAlong has them, w: [columns / 4][4 rows][4]. columns is a multiple of 4; x and c have strides of their own. `next`: as above.
using AddOver = void(int tokens, int columns, const float* x, std::ptrdiff_t xStride,
                     const float* w, float* c, std::ptrdiff_t stride, const float* next);

/// These loops for one kind of processor. All kinds give the same numbers, bit for bit: each adds in the same order, and rounds a
/// product before it is added.
struct Tiles {
    const char* name;
    SumAlong* sumAlong;
    AddOver* addOver;
};

/// What this processor can run: first what every one can, last the fastest.
std::span<const Tiles> tilesHere();

/// What products use from now on, in all threads: for tests and measurements. Before that, the last of tilesHere().
void useTiles(const Tiles& tiles);

/// By the tiles in use.
SumAlong sumAlong;
AddOver addOver;

/// Packs x[tokens][first, first + count) as sumAlong wants it, the last k filled up with zeros: to
/// tokens * roundUp(count, 4) floats.
void packPairs(const float* x, std::ptrdiff_t stride, int tokens, int count, float* to);

constexpr int roundUp(int number, int step) { return (number + step - 1) / step * step; }

}  // namespace hw::model
