// SPDX-License-Identifier: MIT
// Cuts a minimum cut of the attention flow in a real run, to measure how much of the answer's dependence on an input
// passes through it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/problem.h"
#include "model/ask/runner.h"

namespace hw::model {

/// One layer's attention from a query to a key, in all heads.
struct LayerEdge {
    int layer = 0;
    int query = 0;
    int key = 0;
};

struct CutSet {
    int input = 0;                 ///< the token where the flow starts
    std::vector<LayerEdge> edges;  ///< cut attention
    /// Cut streams, each a token's stream around a layer's attention.
    std::vector<LayerToken> residuals;
};

struct CutSetOptions {
    CutRule rule = CutRule::zero;
    double blanked = 0;  ///< the target's value with the input tested
    int draws = 20;
    std::uint32_t seed = 1;
    Progress progress = {};
    Stop stop = {};
};

struct CutSetEffect {
    double value = 0;             ///< the target's value in the run
    double cut = 0;               ///< with the complete set cut
    double withoutResiduals = 0;  ///< with only its attention cut
    double blanked = 0;           ///< with the input tested: CutSetOptions::blanked
    std::vector<double> random;   ///< with random sets of as many edges of about the same capacity
    /// (value - y) / (value - blanked), the share of the dependence on the input that was lost. NaN if the question
    /// hardly depends on it (by less than a thousandth of the value, or of 1).
    double removed(double y) const;
};

/// The random sets are drawn from the paths between the input and the position of the answer: attention among attention
/// of nearly the same weight (mean of the heads), residuals among residuals. For one stack. Errors: as forward. Cost: a
/// cut run for each draw, several at once.
Result<CutSetEffect> cutSetEffect(const Runner& runner, const Target& target, const CutSet& set,
                                  const CutSetOptions& options = {});

}  // namespace hw::model
