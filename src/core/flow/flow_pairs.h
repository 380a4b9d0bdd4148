// SPDX-License-Identifier: MIT
// Solves pair after pair of the flow problem, sink by sink, each by the cheapest method that settles it. Internal to
// core. The public interface is max_flow.h.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/flow/deep/deep_flow.h"
#include "core/flow/deep/deep_flow_limits.h"
#include "core/flow/kernel/attention_graph.h"
#include "core/flow/kernel/flow_below.h"
#include "core/flow/kernel/flow_bounds.h"
#include "core/flow/kernel/flow_columns.h"
#include "core/flow/kernel/flow_cut.h"
#include "core/flow/kernel/flow_engine.h"
#include "core/flow/kernel/flow_hub.h"
#include "core/flow/kernel/flow_spread.h"
#include "core/flow/max_flow.h"

namespace hw {

class FlowPairs {
public:
    struct Answer {
        double steps = 0.0;  ///< the flow in grid steps
        FlowCertificate certificate;
    };

    explicit FlowPairs(const AttentionGraph& graph, DeepFlowLimits deepLimits = {});

    /// Declares the sources that solve() will be called with.
    void begin(std::span<const int> sources);
    /// Selects a sink. Free if it is the current one.
    void prepare(int sink);
    /// Maximum flow from `source`, one of those declared, above attention layer `layer` to the selected sink.
    Answer solve(int layer, int source);
    /// How many of the lowest layers are best solved source by source, each through all of them, where the flow of one
    /// layer starts that of the next. Above them, going layer by layer is better, where the layer below proves most.
    /// Values do not depend on the order.
    int layersBySource() const;
    /// The cut of the last answer, if its shape was `searched`.
    MinimumCut searchedCut() const;
    /// Work done so far, in units of about a nanosecond.
    std::int64_t work() const {
        return work_ + engine_.work() + spread_.work() + (deep_ ? deep_->work() : 0);
    }

private:
    Answer find(int layer, int source);
    bool spreads(int layer, int source, TokenRange range, const Answer& best);
    bool startsWide(int layer) const;
    bool hasManyTokens() const;
    bool isDeep(int layer, int source) const;
    bool isTooWide(int layer) const;
    bool runDeep(int layer, int source, Answer& answer);

    const AttentionGraph& graph_;
    FlowColumns columns_;
    FlowBounds bounds_;
    FlowBelow below_;
    FlowEngine engine_;
    FlowSpread spread_;
    FlowHub hub_;
    const DeepFlowLimits deepLimits_;
    std::unique_ptr<DeepFlow> deep_;  // made on first use
    bool ranDeep_ = false;            // whether the last search was deep_'s
    struct SuccessCounts {
        std::int64_t asked = 0;
        std::int64_t tries = 0;
        std::int64_t hits = 0;
    };
    std::vector<SuccessCounts> successes_;  // [layer][forced], of spread_
    struct DeepBackoff {
        int credit = 8;  // a wave that settles its pair adds two, a long search after one takes one
        int pause = 8;   // pairs between two tries without credit
        int wait = 0;    // pairs until the next of them
        std::int64_t asked = 0;
        // Work per pair of either engine, a mean of about the last `memory`, 0 before the first.
        static constexpr std::int64_t memory = 8;
        std::int64_t deep = 0;
        std::int64_t engine = 0;
    };
    std::vector<DeepBackoff> deepBackoff_;  // [layer]
    std::vector<int> sources_;
    int sink_ = -1;
    int layer_ = 0;
    int source_ = 0;
    std::vector<double> supply_;
    std::vector<double> demand_;
    std::int64_t work_ = 0;
};

/// The source side of the cut that the last run of an engine (FlowEngine or DeepFlow) proves, for a pair with layer >= 1.
MinimumCut cutOfRun(const AttentionGraph& graph, const FlowEngine& engine, int layer, int source,
                    int sink);
MinimumCut cutOfRun(const AttentionGraph& graph, const DeepFlow& engine, int layer, int source,
                    int sink);

/// One pair with every field of PairFlow. Indices must be in range.
PairFlow tracePair(const AttentionGraph& graph, int layer, int source, int sink);

}  // namespace hw
