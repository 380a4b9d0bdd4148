// SPDX-License-Identifier: MIT
// Does the picture hold? The k units that a method ranks highest are cut, beside random ones of equal weight.
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
    std::vector<double> ranked;  ///< the target with the first k units cut, one a count
    std::vector<std::vector<double>>
        random;  ///< the same of each draw of random units of equal weight
    std::vector<double> randomMean;
    std::vector<double> randomLow;  ///< 2.5th and 97.5th percentile of the draws
    std::vector<double> randomHigh;
    std::vector<double> randomLeast;  ///< the lowest of the draws
    /// Mean over the counts of (random mean - ranked): above 0, the ranked units matter more than their weight alone.
    double area = 0;
    /// Share of draws, with the ranking among them, whose mean over the counts is as low as the ranking's: a permutation p.
    double p = 1;
};

/// Of one experiment, whoever asks.
inline constexpr int mostDraws = 10000;

struct ExperimentOptions {
    CutRule rule = CutRule::zero;
    int most = 64;  ///< units that are cut at most
    int draws = 20;
    std::uint32_t seed = 1;
    /// Tokens: in place of hiding them, the number without each group of them (model/session/token_scores.h); empty: they are hidden.
    std::function<Result<std::vector<double>>(const std::vector<std::vector<int>>&)> without = {};
    KnownCuts* known = nullptr;  ///< cut runs that were made before, and gets those that are made
    Progress progress = {};
    Stop stop = {};
};

/// `ranking`: units, the most important first, out of `all`. A random unit is another one, drawn among those whose weight
/// is nearest to that of the one it stands for (experiment/draw.h). Errors: as forward. Cost: a cut run
/// for each count and draw, several at once.
Result<Experiment> experiment(const Runner& runner, const Target& target,
                              const std::vector<Unit>& ranking, const std::vector<Unit>& all,
                              const ExperimentOptions& options = {});

}  // namespace hw::model
