// SPDX-License-Identifier: MIT
// Gradients at all receivers of a run without patched edges, and the scores of all edges from them.
#pragma once

#include <span>
#include <vector>

#include "model/circuit/runs.h"

namespace hw::circuit {

struct ReceiverGradients {
    /// dm/ds of each receiver's private stream, [R][B][T][D].
    std::vector<float> receivers;
    /// dm/do of the nodes of a slot through all later nodes, [2L + 1][B][T][D], the first one of the input.
    std::vector<float> nodes;
};

/// The gradients of the sum over runs of a number, from its gradient at the stream that the logits read, [B][T][D]. The
/// runs need their records. Nodes that a plan replaces pass nothing on. Errors: cancelled. Cost: about a backward pass.
/// Memory: R B T D numbers.
Result<ReceiverGradients> gradientsOf(const Components& parts, const std::vector<Plan>& plans,
                                      const Runs& runs, std::vector<float> gradient,
                                      const model::Stop& stop = {});

/// Adds factor * sum over runs and tokens of <delta_u, dm/dw_(u->r)> to the score of each edge, where w is the value of
/// node u on the edge and `deltas` are [N][T][D]. Norms between both act on the deltas to first order, at each run.
/// Errors: tooLarge. Cost: one product [R][T D] by [T D][N], for each run if the network is not additive.
Result<void> addScores(const Components& parts, const Runs& runs,
                       const ReceiverGradients& gradients, std::span<const float> deltas,
                       double factor, std::vector<double>& scores);
/// The same for each token, [edges][T], for the edges in `only`.
void addScoresByToken(const Components& parts, const Runs& runs, const ReceiverGradients& gradients,
                      std::span<const float> deltas, double factor, std::span<const int> only,
                      std::vector<double>& scores);

}  // namespace hw::circuit
