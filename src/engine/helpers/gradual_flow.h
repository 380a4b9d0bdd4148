// SPDX-License-Identifier: MIT
// The flows from one output token above every layer, such that a view has something to show long before all of them are
// computed: ranges at once, then the shown layer's flows, the largest first, then the other layers'.
// Internal to engine.
#pragma once

#include <memory>
#include <vector>

#include "core/flow/flow_ranges.h"
#include "engine/helpers/flow_helpers.h"

namespace hw {

/// A short request is one SharedFlow from its first sink to its last, as for all other questions. It is long if the network has
/// `longFrom` capacities, or once it has taken `longAfter` steps.
class GradualFlow {
public:
    static constexpr std::size_t longFrom = std::size_t{3} << 20;
    static constexpr int longAfter = 200;  ///< of about 1.5 ms

    /// The network of `work` must be complete, `request` have one source, all sinks, every layer that it asks for. `layer`: the one
    /// that is shown. `helpers` must outlive this. Errors: as layOut.
    static Result<std::unique_ptr<GradualFlow>> begin(std::shared_ptr<FlowWork> work,
                                                      FlowRequest request, int layer,
                                                      FlowHelpers& helpers);

    /// Computes for about `budget` nanoseconds here, and keeps the helpers busy. True when done.
    bool step(std::int64_t budget);
    /// Another layer is shown from now on.
    void show(int layer);
    double progress() const;
    /// Values so far, and which of them are there; layers by index.
    const FlowTable& table() const { return table_; }
    bool has(int layer, int sink) const { return has_[layer * table_.sinks.size() + sink] != 0; }
    /// Once they are known, for what is not there yet; else null. Layers as the network counts.
    const FlowRanges* ranges() const { return ranges_ && ranges_->isDone() ? &*ranges_ : nullptr; }

private:
    GradualFlow(std::shared_ptr<FlowWork> work, FlowHelpers& helpers)
        : work_(std::move(work)), helpers_(helpers) {}
    void putExact(const FlowRanges& ranges);
    void put();
    bool next();
    bool begin(int firstLayer, int lastLayer);
    bool isOpen(int layer) const;

    std::shared_ptr<FlowWork> work_;
    FlowHelpers& helpers_;
    FlowRequest request_;
    FlowTable table_;
    std::vector<std::uint8_t> has_;  // [layer][sink]
    std::size_t missing_ = 0;
    int shown_ = 0;  // by index
    int steps_ = 0;
    bool isLong_ = false;
    std::optional<FlowRanges> ranges_;
    std::unique_ptr<SharedFlow> flow_;  // of some layers and sinks; null between two
    int flowFirst_ = 0;                 // by index
    std::vector<std::uint8_t> taken_;   // [sink of flow_]: is in table_
};

}  // namespace hw
