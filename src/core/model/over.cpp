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
    if (!isCausal) return "The attention looks both ways; the uniform model is a causal one."_tr;
    if (kind == MatrixKind::globalContributions)
        return "These contributions are of the input already; the uniform model has layers."_tr;
    if (hasNegative) return "Some values lie below 0; the scale of ratios is a logarithm."_tr;
    return {};
}

}  // namespace hw
