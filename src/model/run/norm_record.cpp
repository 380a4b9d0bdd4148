// SPDX-License-Identifier: MIT
#include <algorithm>

#include "model/kernel/norms.h"
#include "model/run/record.h"

namespace hw::model {
namespace {

void scaleFeatures(const Norm& norm, const float* x, int tokens, int width, float* y) {
    for (std::ptrdiff_t at = 0; at < std::ptrdiff_t{1} * tokens * width; ++at)
        y[at] = x[at] * norm.weight[at % width];
}

}  // namespace

void applyNorm(const Norm& norm, const float* x, int tokens, int width, float* y,
               NormRecord& record) {
    if (norm.empty()) {
        if (x != y) std::copy_n(x, std::size_t{1} * tokens * width, y);
        return;
    }
    if (norm.kind == NormKind::scale) {
        record.inverse.assign(tokens, 1.0F);
        scaleFeatures(norm, x, tokens, width, y);
        return;
    }
    record.inverse.resize(tokens);
    if (norm.kind == NormKind::rms) {
        rmsNorm(x, tokens, width, norm.weight.data(), norm.epsilon, y, record.inverse.data());
        return;
    }
    record.mean.resize(tokens);
    layerNorm(x, tokens, width, norm.weight.data(), norm.bias.empty() ? nullptr : norm.bias.data(),
              norm.epsilon, y, record.mean.data(), record.inverse.data());
}

void applyNormBackward(const Norm& norm, const float* dy, const float* x, const NormRecord& record,
                       int tokens, int width, float* dx) {
    if (norm.empty()) {
        if (dx != dy) std::copy_n(dy, std::size_t{1} * tokens * width, dx);
    } else if (norm.kind == NormKind::scale) {
        scaleFeatures(norm, dy, tokens, width, dx);
    } else if (norm.kind == NormKind::rms) {
        rmsNormBackward(dy, x, record.inverse.data(), norm.weight.data(), tokens, width, dx);
    } else {
        layerNormBackward(dy, x, record.mean.data(), record.inverse.data(), norm.weight.data(),
                          tokens, width, dx);
    }
}

}  // namespace hw::model
