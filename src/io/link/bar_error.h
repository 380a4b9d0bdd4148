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

/// Flows of an analysis, of its encoder and its decoder.
struct Flows {
    struct Side {
        std::vector<double> values;
        std::size_t width = 0;  ///< inputs
    };
    Side sides[2];
    bool ofAll = true;
};

/// From every token at every layer, or, where that would take long, from `outputs` alone.
Flows flowsOf(const Looked& looked, const std::vector<int>& outputs);

void addFlowError(const Flows& original, const Flows& other, BarError& error);

}  // namespace hw::io
