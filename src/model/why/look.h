// SPDX-License-Identifier: MIT
// What a run says of its words before any of them is tested: where attention leads, and of a decoder two quantities that vote.
#pragma once

#include <vector>

#include "core/model/settings.h"
#include "core/problem.h"
#include "core/statistics/attention_sinks.h"
#include "model/service/asks.h"
#include "model/why/naming.h"

namespace hw::why {

/// Beyond it the vote's quantities, O(L H n^2 D), would take longer than people wait for a first look.
inline constexpr int mostVoting = 160;

using Groups = std::vector<std::vector<int>>;

struct Look {
    double value = 0;            ///< the question's
    std::vector<double> read;    ///< what the answer reads of each token of the last layer
    int place = -1;              ///< the only token that it reads; -1: several
    int rival = -1;              ///< the output that the answer is compared with; -1: there is none
    std::vector<float> outputs;  ///< at that place
    std::vector<model::Choice> likeliest;  ///< two of them; none of a model of vectors
    std::vector<AttentionSink> sinks;
    std::vector<std::vector<double>> attention;  ///< [L][T]
    SinkUse sinkUse = SinkUse::include;          ///< exclude: sinks are parked in `attention`
    Evidence evidence;                           ///< without leftOut

    /// What float32 may change in the value.
    double noise(
        const model::Target& target) const;  ///< of a difference of probabilities its bound
};

/// True of a question about two outputs.
bool isDifference(const model::Target& target);
/// A difference of log-probabilities is one of logits, the same number.
model::Target plainTarget(model::Target target);

/// As Look::place.
int placeOf(const service::AskedRun& asked);

/// `votes`: the words are tested by hiding, so that a decoder's quantities may vote. `sinks`: what `attention` does with them. The evidence has
/// them parked in any case, and attention across two stacks has none. Errors: those of rollout. Cost: rollout, O(L H n^2 D)
/// for a decoder, of which texts of more than mostVoting tokens have no vote.
Result<Look> lookAt(const service::AskedRun& asked, const Groups& groups, bool votes,
                    SinkUse sinks = SinkUse::exclude);

/// The model's probability of an output at the place that the answer reads, in 0..1; of a word of several tokens the product of theirs
/// (`index` does not matter). NaN for an output that the model does not have. O(outputs).
double probabilityOf(const service::AskedRun& asked, const Look& look, int index);

}  // namespace hw::why
