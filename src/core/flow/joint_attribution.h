// SPDX-License-Identifier: MIT
// Joint attribution (generalized attention flow): all inputs drained at once, the split over them made unique by a
// barrier term.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "core/flow/barrier_flow.h"
#include "core/model/attention_model.h"
#include "core/model/settings.h"
#include "core/problem.h"

namespace hw {

/// The capacities of a layer, [queries][keys] in double from the printed values, without a residual: of the settings
/// only the heads (mean over them) and jointForm count. mean W, mean relu(G) or mean relu(W G); what is missing or
/// below 0 counts as 0. `gradients` may be empty for JointForm::attention. Empty for a layer that takes no part: one
/// before the start layer, or not among the chosen ones. Cost O(heads * queries * keys).
std::vector<double> jointCapacities(const AttentionTensor& attentions,
                                    const AttentionTensor& gradients, const Settings& settings,
                                    int layer);

/// Joint attribution of the inputs to `sources`, tokens above the last of some layers (none: all tokens); layers that
/// take no part hand on what they get.
///
/// Super source to the sources and all inputs to a super target, each with capacity n; return edge with the sum of all
/// other capacities and cost -1; f minimises c'f - mu sum_e [log f_e + log(u_e - f_e)] subject to conservation, mu =
/// settings.barrier; an input's value is its flow to the target, in units of the capacities, which
/// JointScale::largest divides by the largest one. Source: after Azarkhalili & Libbrecht 2025, arXiv:2502.15765 (known
/// here through independent accounts of it).
///
/// Fully double. Cost: FlowBarrier's, and one maximum flow.
class JointAttribution {
public:
    /// `capacities`: jointCapacities of the layers up to the one that is asked about, 0 first. Settings have passed
    /// checkSettings; sources are in range. Errors: badNumber.
    static Result<JointAttribution> begin(std::span<const std::vector<double>> capacities,
                                          int tokens, const Settings& settings,
                                          std::span<const int> sources);
    /// One step of Newton's method. True when the values are there.
    bool step() { return barrier_.step(); }
    /// One value per key.
    std::vector<double> values() const { return barrier_.values(); }
    /// The exact maximum flow of the same network. The values sum to gap() less, and 0 <= gap() <= gapBound() = 2 m mu
    /// for m edges: the certificate of the result.
    double maxFlow() const { return maxFlow_; }
    double gap() const;
    double gapBound() const { return barrier_.gapBound(); }
    int steps() const { return barrier_.steps(); }

private:
    JointAttribution(FlowBarrier barrier, double maxFlow)
        : barrier_(std::move(barrier)), maxFlow_(maxFlow) {}
    FlowBarrier barrier_;
    double maxFlow_;
};

}  // namespace hw
