// SPDX-License-Identifier: MIT
#include "core/matrix/multiply.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "core/matrix/matrix.h"

namespace hw {
namespace {

// Four rows by eight columns. Eight sums, two columns of b and one broadcast value fit the sixteen vector registers of
// x86-64 and of WebAssembly's engines. More rows spill there.
constexpr int tileRows = 4;
constexpr int tileCols = 8;
constexpr int depth =
    256;  // rows of b at a time; a panel of 8 columns stays in the first-level cache
constexpr int blockRows = 64;  // rows of a at a time: 64 KB, for the second-level cache

/// Four floats in a register, by a vector extension that GCC, Clang and Emscripten share.
using Four = float __attribute__((vector_size(16)));

Four load(const float* from) {
    Four value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

void add(float* to, Four value) {
    value += load(to);
    std::memcpy(to, &value, sizeof value);
}

/// sums[rows][8] += a[rows][count] * panel[count][8].
template <int rows>
[[gnu::always_inline]] inline void multiplyTile(int count, const float* a, std::ptrdiff_t aStride,
                                                const float* panel, float* sums,
                                                std::ptrdiff_t sumStride) {
    Four left[rows] = {};
    Four right[rows] = {};
    for (int k = 0; k < count; ++k) {
        const Four b0 = load(panel + tileCols * k);
        const Four b1 = load(panel + tileCols * k + 4);
        for (int row = 0; row < rows; ++row) {
            const float value = a[row * aStride + k];
            const Four spread = {value, value, value, value};
            left[row] += spread * b0;
            right[row] += spread * b1;
        }
    }
    for (int row = 0; row < rows; ++row) {
        add(sums + row * sumStride, left[row]);
        add(sums + row * sumStride + 4, right[row]);
    }
}

/// The same for any number of rows. Never inlined, because WebAssembly's engines exchange quickly compiled code for
/// fast code between calls, not inside one, and this is called thousands of times per product.
[[gnu::noinline]] void multiplyPanel(int rows, int count, const float* a, std::ptrdiff_t aStride,
                                     const float* panel, float* sums, std::ptrdiff_t sumStride) {
    int row = 0;
    for (; row + tileRows <= rows; row += tileRows) {
        multiplyTile<tileRows>(count, a + row * aStride, aStride, panel, sums + row * sumStride,
                               sumStride);
    }
    for (; row < rows; ++row) {
        multiplyTile<1>(count, a + row * aStride, aStride, panel, sums + row * sumStride,
                        sumStride);
    }
}

/// Rows [first, first + count) of b as panels of eight columns, one after the other, the last one filled
/// up with zeros.
void pack(MatrixView b, int first, int count, std::vector<float>& panels) {
    float* to = panels.data();
    for (int col = 0; col < b.cols; col += tileCols) {
        const int width = std::min(tileCols, b.cols - col);
        for (int k = first; k < first + count; ++k, to += tileCols) {
            std::fill_n(to, tileCols, 0.0F);
            std::copy_n(b.row(k).data() + col, width, to);
        }
    }
}

/// Whether nothing is above the diagonal, as in causal models. Stops at the first row that has something there.
bool isLowerTriangular(MatrixView m) {
    if (m.rows != m.cols) return false;
    for (int row = 0; row < m.rows; ++row) {
        const auto above = m.row(row).subspan(row + 1);
        if (std::ranges::any_of(above, [](float value) { return value != 0.0F; })) return false;
    }
    return true;
}

}  // namespace

Matrix multiply(MatrixView a, MatrixView b) {
    const int inner = a.cols;
    const int paddedCols = (b.cols + tileCols - 1) / tileCols * tileCols;
    const bool causal = isLowerTriangular(a) && isLowerTriangular(b);
    Matrix sums = Matrix::Zero(a.rows, paddedCols);
    std::vector<float> panels(std::size_t{1} * std::min(depth, inner) * paddedCols);
    for (int first = 0; first < inner; first += depth) {
        const int count = std::min(depth, inner - first);
        pack(b, first, count, panels);
        for (int row = 0; row < a.rows; row += blockRows) {
            const int rows = std::min(blockRows, a.rows - row);
            for (int col = 0; col < paddedCols; col += tileCols) {
                // a is 0 to the right of these rows' diagonals, b is 0 above these columns'.
                const int begin = causal ? std::max(first, col) : first;
                const int end = causal ? std::min(first + count, row + rows) : first + count;
                if (begin >= end) continue;
                const std::ptrdiff_t panel =
                    std::ptrdiff_t{col} * count + std::ptrdiff_t{begin - first} * tileCols;
                multiplyPanel(rows, end - begin, a.row(row).data() + begin, a.cols,
                              panels.data() + panel, &sums(row, col), paddedCols);
            }
        }
    }
    if (paddedCols == b.cols) return sums;
    return sums.leftCols(b.cols);
}

Matrix identity(int size) { return Matrix::Identity(size, size); }

}  // namespace hw
