// SPDX-License-Identifier: MIT
// How far the bars of two analyses of the same tokens lie apart.
#pragma once

#include <vector>

#include "core/model/attention_model.h"
#include "core/model/settings.h"

namespace hw::io {

struct BarError {
    double shares = 0;  ///< of weights, rollout and relative flow, the largest
    double flow = 0;    ///< of flow values
    bool flowOfAll = true;
};

/// Which of two analyses is looked at with which settings: fused heads have no numbers.
struct Looked {
    const Example& example;
    const Settings& settings;
};

/// Of raw attention and rollout at every layer, token and side; without flow. Cost: their rollouts.
double rolloutError(const Looked& original, const Looked& other);

/// Flow from every token at every layer, or, where that would take long, from `outputs` alone.
void addFlowError(const Looked& original, const Looked& other, const std::vector<int>& outputs,
                  BarError& error);

}  // namespace hw::io
