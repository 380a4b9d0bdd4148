// SPDX-License-Identifier: MIT
// Effective attention in double, as capacities of attention flow.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/flow/flow_across.h"
#include "core/flow/kernel/attention_graph.h"
#include "core/flow/printed_attention.h"
#include "core/model/attention_model.h"
#include "core/model/settings.h"

namespace hw {

/// The effective attention of a layer in double, n * n values, row-major, from the printed values of the weights. Heads
/// are fused, then come residual and division according to the settings. `layer` in [0, layers); settings must have
/// passed checkSettings. With a discard ratio, W-Res or vit-explain's slip the values are effectiveAttention's, which
/// are float32. Cost O(heads * n * n).
std::vector<double> exactAttention(const AttentionTensor& attentions, const Settings& settings,
                                   int layer, std::span<const float> fixedResidual = {});

/// Rows of effective attention in double, one after another.
class ExactRows {
public:
    /// `printed` was made with these weights and the fusion of these settings. The spans and references must outlive
    /// this. Across, the weights are cross-attention, which has no residual; its rows are divided by their sum
    /// according to the settings.
    ExactRows(const AttentionTensor& attentions, const Settings& settings,
              std::shared_ptr<PrintedAttention> printed, std::span<const float> fixedResidual = {},
              bool across = false);

    /// Whether one row costs only that row, and rows sum to 1 at most.
    bool isByRow() const;
    /// `row` has one zero per key. Cost O(heads * keys). The first row of a float32 layer costs the whole layer.
    void fill(int layer, int query, std::span<double> row);
    /// Work done so far, in units of about a nanosecond.
    std::int64_t work() const { return work_; }

private:
    const AttentionTensor& attentions_;
    const Settings settings_;
    std::span<const float> fixedResidual_;
    std::shared_ptr<PrintedAttention> printed_;
    bool across_;
    std::vector<double> single_;  // of singleLayer_, where the settings make it float32
    int singleLayer_ = -1;
    std::int64_t work_ = 0;
};

/// The network of attention flow from settings.startLayer on, in pieces so that a worker can stop in between. Its layer
/// 0 is the start layer, its capacities are exactAttention's. Across encoder and decoder, see core/flow/flow_across.h.
class FlowNetworkBuild {
public:
    /// Like ExactRows.
    FlowNetworkBuild(const AttentionTensor& attentions, const Settings& settings,
                     std::shared_ptr<PrintedAttention> printed,
                     std::span<const float> fixedResidual = {});
    /// Across encoder and decoder. The example has passed checkMethod with Part::cross and must outlive this.
    FlowNetworkBuild(const Example& example, const Settings& settings);

    /// Works for about `budget` units (about a nanosecond each), one row at a time, or one layer where its
    /// values are float32. True once the network is complete. Errors: badNumber.
    Result<bool> step(std::int64_t budget);
    /// Work done so far, in the same units.
    std::int64_t work() const;
    /// The network; call once step() has returned true.
    AttentionGraph take() && { return std::move(builder_).take(); }

private:
    void fill(int layer, int query, std::span<double> row);
    void fillAcross(int layer, int query, std::span<double> row);

    const Settings settings_;
    std::optional<ExactRows> stack_;  // the only one, or the encoder's
    std::optional<ExactRows> decoder_;
    std::optional<ExactRows> cross_;
    FlowPlaces across_;
    double passes_ = 0.0;  // capacity of the edges that hand on, across
    int tokens_;
    GraphBuilder builder_;
    std::int64_t work_ = 0;
};

/// The whole network in one call. Errors: as FlowNetworkBuild::step.
Result<AttentionGraph> flowNetwork(const AttentionTensor& attentions, const Settings& settings,
                                   std::span<const float> fixedResidual = {});
/// The network for a part of an example, which has passed checkMethod.
Result<AttentionGraph> flowNetwork(const Example& example, Part part, const Settings& settings);

}  // namespace hw
