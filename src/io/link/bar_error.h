// SPDX-License-Identifier: MIT
// How far the bars of two analyses of the same tokens lie apart.
#pragma once

#include <vector>

#include "core/model/attention_model.h"
#include "core/model/settings.h"

namespace hw::io {

struct BarError {
    double shares = 0;      ///< of weights, rollout and relative flow, the largest
    double flow = 0;        ///< of flow values
    bool flowOfAll = true;  ///< flow was measured from every token
};

/// An analysis and the settings to compute it with. The two sides of a comparison may differ in them: data with fused
/// heads cannot name heads.
struct Looked {
    const Example& example;
    const Settings& settings;
};

/// The largest difference of raw attention and rollout at any layer, token and side, in [0, 1], and of gradient rollout
/// and relevance where both have gradients: as a share of the largest value of the layer that is no token's own. Flow is
/// not compared. Cost: all of these, twice.
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

/// Flows from every token at every layer, or, where that would take long, from `outputs` alone.
Flows flowsOf(const Looked& looked, const std::vector<int>& outputs);

/// Adds to `error` how far apart the two are. Both have the same shape.
void addFlowError(const Flows& original, const Flows& other, BarError& error);

}  // namespace hw::io
