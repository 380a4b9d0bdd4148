// SPDX-License-Identifier: MIT
// One pair after another of the flow problem, sink by sink: picks the cheapest method that settles a pair.
// Internal to core; max_flow.h is the way in.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/flow/kernel/attention_graph.h"
#include "core/flow/kernel/flow_below.h"
#include "core/flow/kernel/flow_bounds.h"
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

    explicit FlowPairs(const AttentionGraph& graph);

    /// Names the sources that will be asked for.
    void begin(std::span<const int> sources);
    /// Turns to a sink. Calling it again for the same sink costs nothing.
    void prepare(int sink);
    /// Maximum flow from `source`, one of those named, above attention layer `layer` to the prepared sink.
    Answer solve(int layer, int source);
    /// The cut behind the last answer, if its shape was `searched`.
    MinimumCut searchedCut() const;
    /// Work done so far, in units of about a nanosecond.
    std::int64_t work() const { return work_ + engine_.work() + spread_.work(); }

private:
    Answer find(int layer, int source);
    bool spreads(int layer, int source, TokenRange range, const Answer& best);
    bool startsWide(int layer) const;

    const AttentionGraph& graph_;
    FlowBounds bounds_;
    FlowBelow below_;
    FlowEngine engine_;
    FlowSpread spread_;
    FlowHub hub_;
    struct SpreadLuck {
        std::int64_t asked = 0;
        std::int64_t tries = 0;
        std::int64_t hits = 0;
    };
    std::vector<SpreadLuck> luck_;  // [layer][forced]
    std::vector<int> sources_;
    int sink_ = -1;
    int layer_ = 0;
    int source_ = 0;
    std::vector<double> supply_;
    std::vector<double> demand_;
    std::int64_t work_ = 0;
};

/// The source side of the cut that the engine's last run proves, for a pair of layer >= 1.
MinimumCut cutOfRun(const AttentionGraph& graph, const FlowEngine& engine, int layer, int source,
                    int sink);

/// One pair with everything that PairFlow holds. Indices in range.
PairFlow tracePair(const AttentionGraph& graph, int layer, int source, int sink);

}  // namespace hw
