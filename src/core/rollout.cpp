// SPDX-License-Identifier: MIT
#include "core/rollout.h"

#include <cstdint>
// Scratch of a product goes to the heap: WebAssembly stacks are small, and Eigen would take 128 KB.
#define EIGEN_STACK_ALLOCATION_LIMIT 8192
// Eigen guesses 8 vector registers from 32-bit pointers; WebAssembly's engines have 16.
#if UINTPTR_MAX == 0xFFFFFFFF
#define EIGEN_ARCH_DEFAULT_NUMBER_OF_REGISTERS 16
#endif
#include <Eigen/Core>
#include <algorithm>
#include <utility>

#include "core/effective_attention.h"

namespace hw {
namespace {

using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Map<const RowMajor> mapped(MatrixView view) { return {view.data, view.rows, view.cols}; }

/// Nothing above the diagonal, as in causal models. Looks no further than the first row that has.
bool isLowerTriangular(MatrixView m) {
    if (m.rows != m.cols) return false;
    for (int row = 0; row < m.rows; ++row) {
        for (const float value : m.row(row).subspan(static_cast<std::size_t>(row) + 1)) {
            if (value != 0.0F) return false;
        }
    }
    return true;
}

/// Rows of a block reach no further than the block's last column, so a third of the work is left.
constexpr int blockRows = 64;

void multiplyTriangular(MatrixView a, MatrixView b, Eigen::Map<RowMajor>& out) {
    const auto left = mapped(a);
    const auto right = mapped(b);
    for (int begin = 0; begin < a.rows; begin += blockRows) {
        const int rows = std::min(blockRows, a.rows - begin);
        const int end = begin + rows;
        out.block(begin, 0, rows, end).noalias() =
            left.block(begin, 0, rows, end) * right.topLeftCorner(end, end);
    }
}

}  // namespace

Matrix multiply(MatrixView a, MatrixView b) {
    Matrix product(a.rows, b.cols);
    Eigen::Map<RowMajor> out(product.values.data(), product.rows, product.cols);
    if (a.rows > blockRows && isLowerTriangular(a) && isLowerTriangular(b)) {
        multiplyTriangular(a, b, out);
    } else {
        out.noalias() = mapped(a) * mapped(b);
    }
    return product;
}

Matrix identity(int size) {
    Matrix matrix(size, size);
    for (int i = 0; i < size; ++i) matrix(i, i) = 1.0F;
    return matrix;
}

RolloutStack::RolloutStack(const AttentionTensor& attentions, Settings settings,
                           std::span<const float> fixedResidual)
    : attentions_(&attentions), settings_(std::move(settings)), fixedResidual_(fixedResidual) {}

bool RolloutStack::advance() {
    if (finished() >= total()) return false;
    const int layer = settings_.startLayer + finished();
    Matrix effective = effectiveAttention(*attentions_, settings_, layer, fixedResidual_);
    matrices_.push_back(matrices_.empty() ? std::move(effective)
                                          : multiply(effective, matrices_.back()));
    return true;
}

std::vector<Matrix> rollout(const AttentionTensor& attentions, const Settings& settings,
                            std::span<const float> fixedResidual) {
    RolloutStack stack(attentions, settings, fixedResidual);
    while (stack.advance()) {}
    return std::move(stack).take();
}

}  // namespace hw
