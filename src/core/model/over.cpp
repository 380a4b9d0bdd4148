// SPDX-License-Identifier: MIT
#include "core/model/over.h"

namespace hw {

Settings uniformSettings(const Settings& settings) {
    Settings uniform;
    uniform.residualKind = settings.residualKind;
    uniform.residual = settings.residual;
    uniform.normalise = settings.normalise;
    uniform.startLayer = settings.startLayer;
    uniform.layers = settings.layers;
    return uniform;
}

Words whyNoRatio(Method method, MatrixKind kind, bool isCausal, bool hasNegative) {
    if (!specOf(method).ranked)
        return "The uniform causal model has raw attention, rollout and flow; it has no gradients "
               "and no joint attribution."_tr;
    if (!isCausal) return "The attention is bidirectional; the uniform model is causal."_tr;
    if (kind == MatrixKind::globalContributions)
        return "These contributions already refer to the input; the uniform model has layers."_tr;
    if (hasNegative)
        return "Some values are negative; ratios are shown on a logarithmic "
               "scale."_tr;
    return {};
}

}  // namespace hw
