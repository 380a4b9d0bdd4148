// SPDX-License-Identifier: MIT
#include "core/rollout.h"

#include <Eigen/Core>
#include <utility>

#include "core/effective_attention.h"

namespace hw {
namespace {

using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Map<const RowMajor> mapped(MatrixView view) { return {view.data, view.rows, view.cols}; }

}  // namespace

Matrix multiply(MatrixView a, MatrixView b) {
    Matrix product(a.rows, b.cols);
    Eigen::Map<RowMajor> out(product.values.data(), product.rows, product.cols);
    out.noalias() = mapped(a) * mapped(b);
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
