// SPDX-License-Identifier: MIT
// Attention flow (Abnar & Zuidema 2020): maximum flow from a token above an attention layer to an input
// token, exact on the grid of AttentionGraph, each value with its certificate.
//
// Two entry points: maxFlow() for one pair, with the flow on the edges, its paths and its minimum cuts; and
// FlowSolver for many pairs, in small steps that a worker can stop between.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/flow/deep/deep_from.h"
#include "core/flow/kernel/attention_graph.h"
#include "core/flow/kernel/flow_cut.h"

namespace hw {

/// One path from source to sink: tokens[0] = source at level layer + 1, tokens.back() = sink at level 0.
struct FlowPath {
    double amount = 0.0;
    std::vector<int> tokens;
};

/// The flow of one pair. A maximum flow is rarely unique, so edges and paths are one of many.
struct PairFlow {
    int layer = 0;
    int source = 0;
    int sink = 0;
    double value = 0.0;
    double sourceCeiling = 0.0;  ///< sum of the source's row: no flow from it is larger
    double sinkCeiling = 0.0;    ///< sum of the sink's column in layer 0: no flow into it is larger
    std::vector<FlowEdge> edges;  ///< every edge with flow, from the top layer down
    std::vector<FlowPath> paths;  ///< largest first; their amounts add up to value exactly
    MinimumCut nearSource;        ///< the minimum cut with the smallest source side
    MinimumCut nearSink;          ///< the one with the largest; the same edges if the cut is unique
    bool cutIsUnique = true;
    std::vector<double>
        inputs;  ///< of a joint flow (core/flow/edges/joint_flow.h): the amount that arrives at each input
};

/// layer in 0..layers-1, source and sink in 0..n-1. Cost: typically under a millisecond at
/// n = 128; worst case O(layers^2 n^3). Errors: badArgument when an index is out of range.
Result<PairFlow> maxFlow(const AttentionGraph& graph, int layer, int source, int sink);

/// True if the edges are a feasible flow of that value (capacities, conservation), the paths carry
/// exactly it, and both cuts have its capacity: so the value is the maximum.
bool verify(const AttentionGraph& graph, const PairFlow& flow);

/// Which pairs. Empty lists mean every token. Workers share a request by splitting `sinks`.
struct FlowRequest {
    int firstLayer = 0;
    int lastLayer = 0;  ///< inclusive
    std::vector<int> sources;
    std::vector<int> sinks;
    bool verifyCuts = false;  ///< measure every cut that a search found, again; slow, for tests
    int layerStep = 1;        ///< from one layer to the next that is asked for, at least 1
};

/// Flows of many pairs, exact, as weights (not grid steps).
struct FlowTable {
    int firstLayer = 0;
    int layerStep = 1;
    int layers = 0;            ///< how many there are
    std::vector<int> sources;  ///< written out
    std::vector<int> sinks;
    std::vector<double> values;                 ///< [layer index][source index][sink index]
    std::vector<FlowCertificate> certificates;  ///< the same order
    int layer(int layerIndex) const { return firstLayer + layerIndex * layerStep; }
    std::size_t index(int layerIndex, int sourceIndex, int sinkIndex) const {
        return (layerIndex * sources.size() + sourceIndex) * sinks.size() + sinkIndex;
    }
};

/// An empty table for a request, its lists spelled out. Errors: badArgument when an index is out of range.
Result<FlowTable> layOut(const AttentionGraph& graph, FlowRequest request);

/// How many pairs each proof and each shape of cut settled.
struct FlowCounts {
    std::int64_t proofs[5] = {};
    std::int64_t shapes[6] = {};
    std::int64_t failedCuts = 0;  ///< with verifyCuts: cuts of the wrong capacity; always 0
};

/// Solves requests against one graph, which must outlive it, and caches what later requests can reuse.
/// Not thread safe, starts no threads: give each worker its own.
class FlowSolver {
public:
    /// `deepFrom`: where deep causal networks have an engine of their own. Changes the time, never a value.
    explicit FlowSolver(const AttentionGraph& graph, DeepFrom deepFrom = {});
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
    /// Values so far; those not yet computed are 0.
    const FlowTable& table() const;
    FlowTable takeTable();
    FlowCounts counts() const;

private:
    class State;
    std::unique_ptr<State> state_;
};

/// The whole request in one call. Errors: as FlowSolver::begin.
Result<FlowTable> maxFlows(const AttentionGraph& graph, FlowRequest request);

/// Each row (source) of one layer of a table divided by its sum over the table's sinks: what Abnar & Zuidema
/// plot. A row of zeros stays zero.
std::vector<double> relativeFlow(const FlowTable& table, int layerIndex);

/// How many sinks of a source are at their ceiling min(row sum, column sum of layer 0): a value that cannot
/// grow says little about the token.
struct Saturation {
    int atCeiling = 0;
    int sinks = 0;  ///< those that the source can reach
};
Saturation saturation(const AttentionGraph& graph, const FlowTable& table, int layerIndex,
                      int sourceIndex);

/// How many sinks that a source can reach have exactly the flow of another: their order says nothing. `onlyReached`:
/// flows of 0 are none.
int tiedSinks(const AttentionGraph& graph, const FlowTable& table, int layerIndex, int sourceIndex,
              bool onlyReached = false);

}  // namespace hw
