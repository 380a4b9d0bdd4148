// SPDX-License-Identifier: MIT
// Exact maximum flow between a vector of supplies and a vector of demands in the layered network:
// the general solver below every shortcut of max_flow.h. Internal to core.
//
// A pair (layer, source) -> sink becomes: supplies = row `source` of matrix `layer` at level `layer`,
// demands = column `sink` of matrix 0 at level 1; only the matrices between stay a graph.
#pragma once

#include <cstdint>
#include <vector>

#include "core/attention_graph.h"

namespace hw {

/// Nodes [first, end) of every level; in a causal network nothing else lies between source and sink.
struct TokenRange {
    int first = 0;
    int end = 0;
};

/// Dinic's algorithm on sets of unsaturated edges. Keeps its n^2 L arrays between runs and restores only
/// what a run has touched.
class FlowEngine {
public:
    explicit FlowEngine(const AttentionGraph& graph);

    /// Maximum flow from supply (n values in steps, at level `high`) to demand (at level `low` <= high),
    /// stopping early at `enough`. Both vectors become what is left of them. The state stays readable until
    /// the next run. `favourite` is a token that is best sent to first (the sink), or -1. Exact; every value
    /// in grid steps.
    double run(double* supply, int high, double* demand, int low, TokenRange range, double enough,
               int favourite = -1);

    /// After a run that ended below `enough`: the tokens of `level` (low..high) that residual edges
    /// reach from a supply, words() words. The reached side is a minimum cut.
    const std::uint64_t* reached(int level) const;
    /// The tokens of `level` from which residual edges reach a demand: the other extreme minimum cut.
    /// Computes it on first use after a run; cost O(levels n^2 / 64 + flow edges).
    std::vector<std::vector<std::uint64_t>> reachingDemand();

    /// Flow on the edge (layer + 1, query) -> (layer, key) after a run.
    double flow(int layer, int query, int key) const;

    /// Work done since construction, in units of about a nanosecond.
    std::int64_t work() const { return work_; }

private:
    using Word = std::uint64_t;
    static Word bit(int token) { return Word{1} << (token & 63); }

    std::uint64_t* alive(int distance, int level);
    std::size_t rowOf(int layer, int query) const {
        return static_cast<std::size_t>(layer) * static_cast<std::size_t>(n_) +
               static_cast<std::size_t>(query);
    }
    double* edges(std::size_t row) { return residual_.data() + row * stride_; }
    const double* edges(std::size_t row) const { return residual_.data() + row * stride_; }
    const double* capacities(std::size_t row) const {
        return graph_.matrix(0) + row * static_cast<std::size_t>(n_);
    }
    double push(int distance, int level, int token, double amount);
    double pushLast(int token, double amount);
    double pushUp(int distance, int level, int token, double amount);
    bool search();
    void noteSender(int layer, int query, int key);
    void listSenders();
    void begin();
    void restore();
    void restoreRow(std::size_t row);
    double drainSupplies(double enough, double total);

    const AttentionGraph& graph_;
    const int n_;
    const int words_;
    const std::size_t stride_;         // of a row of residual_
    std::vector<double> residual_;     // [layer][query][key]
    std::vector<std::uint64_t> open_;  // [layer][query]: keys with residual left
    std::vector<std::uint64_t>
        used_;  // [layer][query]: keys that were sent flow (it may have gone back)
    std::vector<std::uint64_t>
        senders_;  // [layer][key]: queries that send flow to it, once searching
    std::vector<std::uint64_t> alive_;  // [distance][level - low]
    std::vector<std::uint64_t> seen_;   // [level - low]
    std::vector<std::uint64_t> mask_;   // the range, as a set
    double* supply_ = nullptr;
    double* demand_ = nullptr;
    int high_ = 0;
    int low_ = 0;
    int levels_ = 0;
    int last_ = 0;            // distance at which demands are met
    int favourite_ = -1;      // the token to send to first
    bool searching_ = false;  // past the first phase
    TokenRange range_;
    int firstWord_ = 0;  // of a set, where the range begins
    int endWord_ = 0;
    std::int64_t work_ = 0;
};

}  // namespace hw
