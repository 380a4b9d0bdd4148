// SPDX-License-Identifier: MIT
// The innermost loops of the products with weights. Both factors are packed, so that each is read by one pointer from front to
// back, which is what WebAssembly's engines make the best code of; eight sums stay in registers.
#pragma once

#include <cstddef>

namespace hw::model {

constexpr int quadRows = 4;     ///< rows of weights in a panel of sums along k
constexpr int wideColumns = 8;  ///< columns in a panel of sums over rows

/// Sums along k. x: pairs of tokens [tokens / 2][inner / 4][2][4], a last odd token [inner / 4][4]; w: [inner / 4][4 rows][4];
/// c[token][0..4) = sum over k of x w, plus `start`[0..4), or plus c if start is null. inner is a multiple of 4.
void sumAlong(int tokens, int inner, const float* x, const float* w, float* c,
              std::ptrdiff_t stride, const float* start);

/// Sums over rows. x: fours of tokens [tokens / 4][rows][4], the last one filled up; w: [rows][8]; c[token][0..8) += sum over rows
/// of x w, for a whole number of fours: c has room for them.
void sumOver(int fours, int rows, const float* x, const float* w, float* c, std::ptrdiff_t stride);

/// Packs x[tokens][first, first + count) as sumAlong wants it, the last k filled up with zeros: to
/// tokens * roundUp(count, 4) floats.
void packPairs(const float* x, std::ptrdiff_t stride, int tokens, int count, float* to);

/// Packs x[tokens][0, count) as sumOver wants it, the last tokens filled up with zeros: to roundUp(tokens, 4) * count floats.
void packFours(const float* x, std::ptrdiff_t stride, int tokens, int count, float* to);

constexpr int roundUp(int number, int step) { return (number + step - 1) / step * step; }

}  // namespace hw::model
