// SPDX-License-Identifier: MIT
#include "core/model/divisor.h"

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

LocalizedText whyNoRatio(Method method, MatrixKind kind, bool isCausal, bool hasNegative) {
    if (!specOf(method).ranked)
        return "The uniform causal model has only raw attention, rollout and flow."_tr;
    if (!isCausal) return "This attention is bidirectional, but the uniform model is causal."_tr;
    if (kind == MatrixKind::globalContributions)
        return "These contributions already refer to the input, but the uniform model has layers."_tr;
    if (hasNegative) return "Ratios need a logarithmic scale, but some values are negative."_tr;
    return {};
}

}  // namespace hw
