// SPDX-License-Identifier: MIT
// The flows from output tokens above layers, in an order that gives a view partial results long before all are
// computed. Ranges come at once, then the shown layer's flows, the largest first, then the other layers'. The engine
// keeps the values (store/kept_flows), so that a repeated question continues from them.
// Internal to engine.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/flow/flow_ranges.h"
#include "engine/helpers/flow_helpers.h"
#include "engine/store/flow_cache.h"

namespace hw {

/// A short request is one SharedFlow from its first sink to its last, as for all other questions. A request is long if
/// the network has `longFrom` capacities, or once it has taken `longAfter` steps.
class GradualFlow {
public:
    static constexpr std::size_t longFrom = std::size_t{3} << 20;
    static constexpr int longAfter = 200;  ///< of about 1.5 ms
    static constexpr std::size_t mostValues = std::size_t{4}
                                              << 20;  ///< kept in addition to a solver's
    static constexpr std::size_t mostRanged = 8;      ///< output tokens with ranges

    enum class Ranges : bool { no, yes };
    /// The network of `work` must be complete. `soFar` has the flows of `request`, which has all sinks. `layer` is the
    /// shown one. At most mostRanged sources get ranges. `helpers` must outlive this. Errors: as layOut.
    static Result<std::unique_ptr<GradualFlow>> begin(std::shared_ptr<FlowWork> work,
                                                      std::shared_ptr<FlowsSoFar> soFar,
                                                      FlowRequest request, int layer,
                                                      FlowHelpers& helpers, Ranges ranges);

    /// Computes for about `budget` nanoseconds here, and keeps the helpers busy. True when done.
    bool step(std::int64_t budget);
    /// Changes the shown layer.
    void show(int layer);
    double progress() const { return soFar_->progress(); }
    /// Values so far, and which of them are computed. Layers by index.
    const FlowsSoFar& soFar() const { return *soFar_; }
    const FlowTable& table() const { return soFar_->table; }
    bool has(int layer, int sink) const { return soFar_->hasSink(layer, sink); }
    /// Once all are computed, the ranges of missing flows for each source, empty before. Layers as in the network.
    std::span<const FlowRanges> ranges() const;
    /// True while ranges are being computed.
    bool isRanging() const;

private:
    GradualFlow(std::shared_ptr<FlowWork> work, FlowHelpers& helpers)
        : work_(std::move(work)), helpers_(helpers) {}
    bool stepRanges(std::int64_t budget);
    void putExact();
    void put();
    bool next();
    bool begin(int firstLayer, int lastLayer);
    bool isOpen(int layer) const;
    int indexOf(int layer) const;

    std::shared_ptr<FlowWork> work_;
    FlowHelpers& helpers_;
    FlowRequest request_;
    std::shared_ptr<FlowsSoFar> soFar_;
    int shown_ = 0;  // by index
    int steps_ = 0;
    bool isLong_ = false;
    bool hasRanges_ = false;            // if the request is long
    std::vector<FlowRanges> ranges_;    // of the first sources, the last one perhaps unfinished
    std::unique_ptr<SharedFlow> flow_;  // for some layers and sinks, null between two
    int flowFirst_ = 0;                 // by index
    std::vector<std::uint8_t> taken_;   // [sink of flow_], 1 if its column is in soFar_
};

}  // namespace hw
