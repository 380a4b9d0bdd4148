// SPDX-License-Identifier: MIT
// Between which values the flows from one output token lie, long before the flows themselves are known.
//
// Above are the closed-form cuts of flow_bounds, three families and the mixed necks at both ends. Every cut is an upper
// bound.
//
// Below is the value of a flow that is written down without a search, through some edges of the network only, so that
// it is a lower bound in any network. From source t above `layer` to input j, let A_i[q][k] be the edge of layer i from
// (i + 1, q) to (i, k), a "straight" edge one with q = k, and carriers all tokens except t and j.
//
//   A carrier k gets s_k = A_layer[t][k] at (layer, k), goes straight down, and hands over by A_i[k][j] on its way, for
//   i = 0 at the input itself (its last edge d_k). C_m[k] is the sum of A_i[k][j] over i < m, all that it can hand over
//   from level m down, and g_k the narrowest of its straight edges below `layer`.
//   Lemma 1. If what arrives at k up to level m is at most C_m[k] for every m, and all of it at most g_k, then handing
//   over as low as possible is a flow. With x_i handed over in layer i, sum(i < m) x_i = min(C_m, all) >= what arrives
//   up to level m, so what goes straight down below level m is never negative, and it is at most all, hence at most
//   g_k. (deep_wave.h has the same lemma with its proof.) s_k arrives at the highest level, where the condition is
//   min(s_k, C_layer[k], g_k).
//   Lemma 2. t goes straight down itself and sends from (m + 1, t) along its row of layer m, m < layer. It sends to
//   carriers at most C_m[k] - (what k has got by rows), C_layer[k] - (all that k has) and g_k - (all that k has), which
//   keeps the condition of lemma 1 in any order of rows. It also sends into j's column. What leaves t in layers <= m
//   came over the straight edges of t above, so their sum is at most the narrowest of those from layer m + 1 up to
//   A_layer[t][t].
//   Lemma 3. j's column goes straight down. What enters it at level 1 and above is at most all carriers' max(0, all -
//   d_k) and what t sends into it. If that exceeds the narrowest straight edge of j, the excess is taken back, path by
//   path, and a flow stays one. What arrives by last edges and by A_0[t][j] does not use it.
//   The edges named (t's rows, carriers' straight edges and their edges into j's column, j's straight edges) are all
//   different and each used within its capacity, so the sum is the value of a flow. Where j = t the flow is what goes
//   straight.
//
// Both ends are whole steps of the network's grid, computed exactly. Where they meet they are the flow.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/flow/kernel/attention_graph.h"

namespace hw {

/// The ranges from one output token, above every layer, to all inputs. Not thread safe.
class FlowRanges {
public:
    /// `graph` must outlive this; source in 0..n-1. Above `layer` the lower bound uses all flow above. Above the other
    /// layers it uses only t's row of that layer.
    FlowRanges(const AttentionGraph& graph, int source, int layer);
    ~FlowRanges();
    FlowRanges(FlowRanges&&) noexcept;

    /// Works for about `budget` nanoseconds, sink by sink. True once all ranges are known. Total cost O(layers n^2).
    bool step(std::int64_t budget);
    bool isDone() const;
    /// As weights. Before step() has returned true only 0 and the source's row sum are known.
    double least(int layer, int sink) const;
    double most(int layer, int sink) const;
    /// Both are the same number of steps, which then is the flow itself.
    bool isExact(int layer, int sink) const;

private:
    class State;
    std::unique_ptr<State> state_;
};

/// Upper ends that need only the source's own rows, so they are known before there is a network. They are its column's
/// cuts (CutShape::sourceColumn). Only what leaves the source's column above a level, and all of its row there, can
/// reach an input from it. In a causal network tokens before the input cannot reach it, so what goes to them does not
/// count. `rows` has one row per layer, in double, none negative, in a network whose rows all sum to 1 at most. Returns
/// [layer][input], as weights, 1e-9 more than the sums. That is more than their rounding (2^-53 n) and that of n layers
/// edges to the network's grid (2^-51 each). O(layers n).
std::vector<double> flowCeilings(std::span<const std::vector<double>> rows, int source,
                                 bool causal);

}  // namespace hw
