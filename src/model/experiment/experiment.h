// SPDX-License-Identifier: MIT
// Tests a ranking: cuts the k units that a method ranks highest, and random ones of equal weight.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/problem.h"
#include "model/ask/runner.h"

namespace hw::model {

struct Experiment {
    double value = 0;            ///< of the run without cuts
    std::vector<int> counts;     ///< 1, 2, 4, ... up to the number of units
    std::vector<double> ranked;  ///< the target with the first k units cut, for each count
    /// The same for each draw of random units of equal weight.
    std::vector<std::vector<double>> random;
    std::vector<double> randomMean;
    std::vector<double> randomLow;  ///< 2.5th and 97.5th percentile of the draws
    std::vector<double> randomHigh;
    std::vector<double> randomLeast;  ///< the lowest of the draws
    /// Mean over the counts of (random mean - ranked). If positive, the ranked units matter more than their weight
    /// explains.
    double area = 0;
    /// The share of draws (including the ranking) whose mean over the counts is as low as the ranking's, a permutation
    /// p.
    double p = 1;
};

/// The limit for every interface.
inline constexpr int mostDraws = 10000;

struct ExperimentOptions {
    CutRule rule = CutRule::zero;
    int most = 64;  ///< maximum number of units that are cut
    int draws = 20;
    std::uint32_t seed = 1;
    /// For tokens: the value without each group of them (model/session/token_scores.h). Empty if they are hidden.
    std::function<Result<std::vector<double>>(const std::vector<std::vector<int>>&)> without = {};
    CutValueCache* known = nullptr;  ///< cut runs that were made before; new ones are added
    Progress progress = {};
    Stop stop = {};
};

/// `ranking` has units of `all`, the most important first. A random unit replaces each one, drawn among those with the
/// nearest weight (experiment/draw.h). Errors: as forward. Cost: a cut run for each count and draw, several at once.
Result<Experiment> experiment(const Runner& runner, const Target& target,
                              const std::vector<Unit>& ranking, const std::vector<Unit>& all,
                              const ExperimentOptions& options = {});

}  // namespace hw::model
