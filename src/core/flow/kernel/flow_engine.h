// SPDX-License-Identifier: MIT
// Exact maximum flow between a vector of supplies and a vector of demands in the layered network, the general solver
// under every shortcut of max_flow.h. Internal to core.
//
// For a pair (layer, source) -> sink the supplies are row `source` of matrix `layer` at level `layer`, and the demands
// are column `sink` of matrix 0 at level 1. Only the matrices in between remain a graph.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/flow/kernel/attention_graph.h"
#include "core/flow/kernel/flow_state.h"
#include "core/flow/kernel/flow_task.h"
#include "core/flow/kernel/flow_wide.h"

namespace hw {

/// Dinic's algorithm on bit sets of unsaturated edges. Keeps its n^2 L arrays between runs and restores only the edges
/// that a run has touched.
class FlowEngine {
public:
    explicit FlowEngine(const AttentionGraph& graph);

    /// The maximum flow, or `enough` if that is less. Exact. The state can be read until the next run.
    double run(const FlowTask& task);

    /// Whether the last run, or goOn(), left a flow that goOn() can start from, with the same source at a lower layer,
    /// and the same sink. Supplies and demands must be unchanged.
    bool canGoOn(int high, int source, int sink, TokenRange range) const;
    /// The same flow as a run from the source's row of matrix `high` would find, begun with the present flow (see
    /// flow_above.h). Supplies become those of the new row.
    double goOn(int high, double enough);

    /// After a run that ended below `enough`, the tokens from which residual edges reach a demand, for each level from
    /// low to high a set of words() words. All others are the source's side of a minimum cut.
    std::vector<std::vector<std::uint64_t>> reachingDemand() const;
    /// The tokens that residual edges reach from a supply, which are the other extreme minimum cut. Cost O(levels n^2).
    std::vector<std::vector<std::uint64_t>> reached();

    /// Flow on the edge (layer + 1, query) -> (layer, key) after a run.
    double flow(int layer, int query, int key) const { return state_.flow(layer, query, key); }

    /// Work done since construction, in units of about a nanosecond.
    std::int64_t work() const { return work_ + wide_.work(); }

private:
    using Word = FlowState::Word;
    static Word bit(int token) { return FlowState::bit(token); }

    Word* alive(int label, int level) {
        const std::ptrdiff_t row = label * levels_ + level - task_.low;
        return alive_.data() + row * words_;
    }
    double push(int label, int level, int token, double amount);
    double pushLast(int token, double amount);
    double pushUp(int label, int level, int token, double amount);
    bool search();
    void begin();
    Word above(const double* values, int word) const;
    void logColumns();
    bool keepSupplied(int level, Word* here);
    void stepBack(int label, int level);
    void keepMet(int label, int level);
    double finish(double total);
    double drain(int level, int token, double most);
    double drainSupplies(double total);
    double drainMet(double total);

    FlowState state_;
    FlowWide wide_;
    const int n_;
    const int words_;
    std::vector<Word> alive_;     // [steps to a demand][level - low], tokens that lead to one
    std::vector<Word> seen_;      // [level - low], tokens found to reach a demand
    std::vector<Word> farthest_;  // [level - low], farthest tokens in a search with supply left
    std::vector<Word> met_;       // tokens of one level that a supply reaches
    std::vector<Word> mask_;      // the range as a set
    FlowTask task_;               // the task of the last run
    int levels_ = 0;
    int last_ = 0;            // steps from supplies to demands
    bool searching_ = false;  // past the first phase
    bool logged_ = false;     // all used edges, since the last run() began
    int firstWord_ = 0;       // first word of the range in a set
    int endWord_ = 0;
    std::int64_t work_ = 0;
};

}  // namespace hw
