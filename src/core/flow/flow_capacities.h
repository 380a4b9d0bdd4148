// SPDX-License-Identifier: MIT
// Effective attention in double, as capacities of attention flow.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/flow/kernel/attention_graph.h"
#include "core/flow/printed_attention.h"
#include "core/model/attention_model.h"
#include "core/model/settings.h"

namespace hw {

/// The effective attention of a layer in double, n * n values, row-major, from the printed values of the
/// weights: heads fused, then residual and division as the settings say. `layer` in [0, layers); settings
/// must have passed checkSettings. With a discard ratio, W-Res or vit-explain's slip the values are
/// effectiveAttention's, which are float32. Cost O(heads * n * n).
std::vector<double> exactAttention(const AttentionTensor& attentions, const Settings& settings,
                                   int layer, std::span<const float> fixedResidual = {});

/// Builds the network of attention flow from settings.startLayer on, in pieces that a worker can stop
/// between; its layer 0 is the start layer, its capacities are exactAttention's.
class FlowNetworkBuild {
public:
    /// `printed` must come from these weights and the settings' head fusion; `attentions` and `fixedResidual`
    /// must outlive this.
    FlowNetworkBuild(const AttentionTensor& attentions, const Settings& settings,
                     std::shared_ptr<PrintedAttention> printed,
                     std::span<const float> fixedResidual = {});

    /// Works for about `budget` units (about a nanosecond each), one row at a time, or one layer where its
    /// values are float32. True once the network is complete. Errors: badNumber.
    Result<bool> step(std::int64_t budget);
    /// Work done so far, in the same units.
    std::int64_t work() const { return work_; }
    /// The network; call once step() has returned true.
    AttentionGraph take() && { return std::move(builder_).take(); }

private:
    void fill(int layer, int query, std::span<double> row);

    const AttentionTensor& attentions_;
    const Settings settings_;
    std::span<const float> fixedResidual_;
    std::shared_ptr<PrintedAttention> printed_;
    std::vector<double> single_;  // of singleLayer_, where the settings make it float32
    int singleLayer_ = -1;
    GraphBuilder builder_;
    std::int64_t work_ = 0;
};

/// The whole network in one call. Errors: as FlowNetworkBuild::step.
Result<AttentionGraph> flowNetwork(const AttentionTensor& attentions, const Settings& settings,
                                   std::span<const float> fixedResidual = {});

}  // namespace hw
