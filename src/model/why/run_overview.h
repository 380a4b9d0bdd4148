// SPDX-License-Identifier: MIT
// Evidence about a run's words before any test: where attention leads, and for a decoder two quantities that vote.
#pragma once

#include <vector>

#include "core/model/settings.h"
#include "core/problem.h"
#include "core/statistics/attention_sinks.h"
#include "model/service/run_questions.h"
#include "model/why/naming.h"

namespace hw::why {

/// With more tokens the vote's quantities, O(L H n^2 D), would take too long for a first look.
inline constexpr int mostVoting = 160;

using Groups = std::vector<std::vector<int>>;

struct RunOverview {
    double value = 0;            ///< the question's
    std::vector<double> read;    ///< how much the answer reads each token of the last layer
    int place = -1;              ///< the only token that it reads; -1 for several
    int rival = -1;              ///< the output that the answer is compared with; -1 for none
    std::vector<float> outputs;  ///< at that place
    std::vector<model::Choice> likeliest;  ///< two of them; none for a model of vectors
    std::vector<AttentionSink> sinks;
    std::vector<std::vector<double>> attention;  ///< [L][T]
    SinkUse sinkUse = SinkUse::include;          ///< `exclude`: sinks are parked in `attention`
    Evidence evidence;                           ///< without leftOut

    /// The error that float32 may cause in the value.
    double noise(
        const model::Target& target) const;  ///< for a difference of probabilities, its bound
};

/// True for a question about two outputs.
bool isDifference(const model::Target& target);
/// Replaces a difference of log-probabilities by that of logits, the same number.
model::Target plainTarget(model::Target target);

/// As RunOverview::place.
int placeOf(const service::RunQuestion& asked);

/// `votes`: the words are tested by hiding, so a decoder's quantities may vote. `sinks` applies to `attention`. The
/// evidence always has them parked, and attention across two stacks has none. Errors: those of rollout. Cost: rollout,
/// O(L H n^2 D) for a decoder, where texts of more than mostVoting tokens have no vote.
Result<RunOverview> overviewOf(const service::RunQuestion& asked, const Groups& groups, bool votes,
                               SinkUse sinks = SinkUse::exclude);

/// The model's probability of an output at the place that the answer reads, in 0..1; of a word of several tokens the product of theirs
/// (`index` does not matter). NaN for an output that the model does not have. O(outputs).
double probabilityOf(const service::RunQuestion& asked, const RunOverview& overview, int index);

}  // namespace hw::why
