// SPDX-License-Identifier: MIT
// What an answer's probability loses when tokens are replaced: measures of a ranking. k of n removable tokens are
// ceil(share * n). Equal scores: the earlier token.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/circuit/metric.h"
#include "model/run/run.h"

namespace hw::circuit {

struct Removal {
    model::TextInput text;
    int answer = 0;
    int position = -1;
    std::vector<int> removable;  ///< tokens
    int replacement = 0;         ///< the id in their place
};

/// Comprehensiveness and sufficiency (ERASER, DeYoung et al. 2020), log-odds, and the curves of deletion and insertion.
struct RemovalCurves {
    double probability = 0;
    std::vector<int> order;
    std::vector<int> counts;                ///< k of each share
    std::vector<double> comprehensiveness;  ///< p - p without the top k
    std::vector<double> sufficiency;        ///< p - p of the top k alone
    std::vector<double> logOdds;            ///< ln p without the top k - ln p
    std::vector<double> deletion;           ///< p with 0 ... n removed, the largest score first
    std::vector<double> insertion;
    double meanComprehensiveness = 0;  ///< AOPC, over the shares
    double meanSufficiency = 0;
    double deletionArea = 0;  ///< by the trapezoid rule over k / n
    double insertionArea = 0;
};
/// `scores` has one number per token. Errors: badArgument without removable tokens; those of running. Cost: 2 n + 12
/// runs.
Result<RemovalCurves> removalCurves(const model::Network& network, const Removal& removal,
                                    std::span<const double> scores, const model::Stop& stop = {});

/// LDS (Park et al. 2023): Spearman's correlation of the kept tokens' score sums with the answer's log-odds, over random
/// sets that keep half.
struct RemovalDraws {
    double correlation = 0;
    std::vector<double> logOdds;
    std::vector<double> predicted;
    std::vector<std::vector<int>> kept;
    int keeps = 0;
};
/// Sets by `different` of model/train/draws.h with the key draw(seed, set). Errors: as above. Cost: `count` runs.
Result<RemovalDraws> removalDraws(const model::Network& network, const Removal& removal,
                                  std::span<const double> scores, int count = 32,
                                  std::uint64_t seed = 0, const model::Stop& stop = {});

}  // namespace hw::circuit
