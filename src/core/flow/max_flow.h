// SPDX-License-Identifier: MIT
// Attention flow (Abnar & Zuidema 2020), the maximum flow from a token above an attention layer to an input token,
// exact on the grid of AttentionGraph, each value with its certificate.
//
// There are two entry points. maxFlow() solves one pair, with the flow on the edges, its paths and its minimum cuts.
// FlowSolver solves many pairs, in small steps so that a worker can stop in between.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/flow/answers/flow_table.h"
#include "core/flow/answers/pair_flow.h"
#include "core/flow/deep/deep_flow_limits.h"
#include "core/flow/kernel/attention_graph.h"
#include "core/flow/kernel/flow_cut.h"

namespace hw {

/// layer in 0..layers-1, source and sink in 0..n-1. Cost: typically under a millisecond at n = 128, worst case
/// O(layers^2 n^3). Errors: badArgument when an index is out of range.
Result<PairFlow> maxFlow(const AttentionGraph& graph, int layer, int source, int sink);

/// True if the edges are a feasible flow of that value (capacities, conservation), the paths carry exactly it, and both
/// cuts have its capacity. Then the value is the maximum.
bool verify(const AttentionGraph& graph, const PairFlow& flow);

/// An empty table for a request, its lists spelled out. Errors: badArgument when an index is out of range.
Result<FlowTable> layOut(const AttentionGraph& graph, FlowRequest request);

/// How many pairs each proof and each shape of cut settled.
struct FlowCounts {
    std::int64_t proofs[5] = {};
    std::int64_t shapes[6] = {};
    std::int64_t failedCuts = 0;  ///< with verifyCuts, cuts of the wrong capacity; always 0
};

/// Solves requests against one graph, which must outlive it, and caches what later requests can reuse. It is not thread
/// safe and starts no threads, so give each worker its own.
class FlowSolver {
public:
    /// `deepLimits` sets where deep causal networks use a separate engine. It changes the time, never a value.
    explicit FlowSolver(const AttentionGraph& graph, DeepFlowLimits deepLimits = {});
    ~FlowSolver();
    FlowSolver(FlowSolver&&) noexcept;

    /// Replaces the current request. Errors: badArgument when an index is out of range.
    Result<void> begin(FlowRequest request);
    /// Works for about `budget` units (about a nanosecond each; a single pair is never interrupted). True
    /// when the whole request is done. Goes sink by sink, so finished sinks are complete.
    bool step(std::int64_t budget);
    /// Share of the pairs that are done, in [0, 1].
    double progress() const;
    /// Number of sinks (of table().sinks, in order) whose values are complete.
    int finishedSinks() const;
    /// Values so far. Those not yet computed are 0.
    const FlowTable& table() const;
    FlowTable takeTable();
    FlowCounts counts() const;

private:
    class State;
    std::unique_ptr<State> state_;
};

/// The whole request in one call. Errors: as FlowSolver::begin.
Result<FlowTable> maxFlows(const AttentionGraph& graph, FlowRequest request);

/// How many sinks of a source are at their ceiling min(row sum, column sum of layer 0). A saturated value shows little
/// about the token.
struct Saturation {
    int atCeiling = 0;
    int sinks = 0;  ///< those that the source can reach
};
Saturation saturation(const AttentionGraph& graph, const FlowTable& table, int layerIndex,
                      int sourceIndex);

/// How many sinks that a source can reach have exactly the flow of another, so that their order means nothing. With
/// `onlyReached`, flows of 0 do not count.
int tiedSinks(const AttentionGraph& graph, const FlowTable& table, int layerIndex, int sourceIndex,
              bool onlyReached = false);

}  // namespace hw
