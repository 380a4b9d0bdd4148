// SPDX-License-Identifier: MIT
// What each node adds to the answer directly, through the last norm only, at the position that is looked at. Norms are
// frozen at the run's own mean and deviation, so shares and constants add up to the number exactly. A direct share says
// nothing of what a node does through later ones.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "model/circuit/metric.h"
#include "model/circuit/runs.h"

namespace hw::circuit {

/// One text's run with everything that the functions below read.
struct DetailedRun {
    model::TextInput text;
    Runs runs;  ///< one, with records and outputs

    /// A head's attention [T][T] in a layer.
    std::span<const float> attention(int layer, int head, int heads) const;
};
Result<DetailedRun> detailedRun(const Components& parts, const model::TextInput& text,
                                const model::Stop& stop = {});

struct DirectContributions {
    double value = 0;                ///< the logit difference
    std::vector<double> nodes;       ///< [N]
    std::vector<double> outputBias;  ///< [L], of the output projections
    double constant = 0;             ///< the norms' and the head's biases
    double head = 0;  ///< of a head that is not linear, beyond its gradient times the stream
    std::vector<double> tokens;  ///< [L][H][T], of each source of each head
    double sum() const;
};
/// The logit difference of the question, whatever its metric. Errors: badArgument for a model whose output reads
/// several positions, or that has a cap of its logits.
Result<DirectContributions> directContributions(const Components& parts, const DetailedRun& run,
                                                const Question& question);

/// The tokens that a head writes at a position: its output through the final norm, without biases, times the
/// unembedding. `count` largest and smallest, with their logits. Errors: badArgument unless the model's logits are the
/// last stream, normed, times a matrix.
struct Written {
    std::vector<std::pair<int, double>> up;
    std::vector<std::pair<int, double>> down;
};
Result<Written> written(const Components& parts, const DetailedRun& run, int layer, int head,
                        int position, int count);

/// Why a head looks where it does: the score of a query and a key, before mask and softmax, as a sum over the nodes that
/// the query's and the key's streams consist of. [U + 1][U + 1], the last row and column are the constants. Errors:
/// badArgument for networks that are not additive, or that use distances.
Result<std::vector<double>> queryKeySplit(const Components& parts, const DetailedRun& run,
                                          int layer, int head, int query, int key);

}  // namespace hw::circuit
