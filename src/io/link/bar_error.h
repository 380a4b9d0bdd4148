// SPDX-License-Identifier: MIT
// How far apart the bars of two analyses of the same tokens are.
#pragma once

#include <vector>

#include "core/model/attention_model.h"
#include "core/model/settings.h"

namespace hw::io {

struct BarError {
    double shares = 0;      ///< largest error of weights, rollout and relative flow
    double flow = 0;        ///< largest error of flow values
    bool flowOfAll = true;  ///< flow was measured from every token, not only from the outputs
};

/// An analysis and the settings to compute it with. The two sides of a comparison may have different settings, since
/// data with fused heads cannot name heads.
struct ComparedAnalysis {
    const Example& example;
    const Settings& settings;
};

/// The largest difference of raw attention and rollout over all layers, tokens and sides, in [0, 1]. Where both have
/// gradients, also of gradient rollout and relevance, as a share of the layer's largest value off the diagonal. Without
/// flow. Cost: all of these, twice.
double rolloutError(const ComparedAnalysis& original, const ComparedAnalysis& other);

/// Flows of an analysis, for its encoder and its decoder.
struct Flows {
    struct Side {
        std::vector<double> values;
        std::size_t width = 0;  ///< inputs
    };
    Side sides[2];
    bool ofAll = true;
};

/// Flows from every token at every layer, or, if that would take long, only from `outputs`.
Flows flowsOf(const ComparedAnalysis& looked, const std::vector<int>& outputs);

/// Adds the difference of the two, which have the same shape, to `error`.
void addFlowError(const Flows& original, const Flows& other, BarError& error);

}  // namespace hw::io
