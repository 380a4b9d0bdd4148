// SPDX-License-Identifier: MIT
// Joint attribution (generalized attention flow), a flow into all inputs at once, made unique by a barrier term.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "core/flow/barrier_flow.h"
#include "core/methods/method_stack.h"
#include "core/model/attention_model.h"
#include "core/model/settings.h"
#include "core/problem.h"

namespace hw {

/// The capacities of a layer, [queries][keys] in double from the printed values, without a residual. The only settings
/// that count are the heads (their mean) and jointForm, which makes it mean W, mean relu(G) or mean relu(W G). Missing
/// and negative values count as 0. `gradients` may be empty for JointForm::attention. Empty for a layer that is not in
/// use (before the start layer, or not among the chosen ones). Cost O(heads * queries * keys).
std::vector<double> jointCapacities(const AttentionTensor& attentions,
                                    const AttentionTensor& gradients, const Settings& settings,
                                    int layer);

/// Joint attribution of the inputs to `sources`, tokens at the top of a number of layers (all tokens if empty). Layers
/// that are not in use pass on all they get.
///
/// The super source feeds the sources and all inputs drain into a super target, each edge with capacity n. A return
/// edge has the sum of all other capacities and cost -1. f minimises c'f - mu sum_e [log f_e + log(u_e - f_e)] subject
/// to conservation, mu = settings.barrier. An input's value is its flow to the target, in units of the capacities,
/// which JointScale::largest divides by the largest one. Source: after Azarkhalili & Libbrecht 2025, arXiv:2502.15765
/// (known here through independent accounts of it).
///
/// Double throughout. Cost: FlowBarrier's, plus one maximum flow.
class JointAttribution {
public:
    /// `capacities` are the jointCapacities of all layers up to the requested one, layer 0 first. Settings must have
    /// passed checkSettings, and sources must be in range. Errors: badNumber.
    static Result<JointAttribution> begin(std::span<const std::vector<double>> capacities,
                                          int tokens, const Settings& settings,
                                          std::span<const int> sources);
    /// One Newton step. True once the values are final.
    bool step() { return barrier_.step(); }
    /// One value per key.
    std::vector<double> values() const { return barrier_.values(); }
    /// The exact maximum flow of the same network. The values sum to maxFlow() - gap(), and 0 <= gap() <=
    /// gapBound() = 2 m mu for m edges, which certifies the result.
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

/// The joint problems of one example, which share the capacities of its layers. The example must outlive this.
class JointProblems {
public:
    /// The example and the settings must have passed checkMethod() for the part, which is not Part::cross.
    JointProblems(const Example& example, Part part, const Settings& settings)
        : attentions_(*tensorOf(example, part)),
          gradients_(gradientsOf(example, part)),
          settings_(settings) {}
    /// Reads the weights of one more layer up to `layer`, jointCapacities(). True, with nothing done, once all are
    /// read.
    bool readUpTo(int layer);
    /// Attribution to `sources` above a layer that is read. Errors: as JointAttribution::begin.
    Result<JointAttribution> begin(int layer, std::span<const int> sources) const;

private:
    const AttentionTensor& attentions_;
    const AttentionTensor* gradients_;  ///< null if there are none
    Settings settings_;
    std::vector<std::vector<double>>
        capacities_;  ///< of the layers from 0 on, as far as they are read
};

}  // namespace hw
