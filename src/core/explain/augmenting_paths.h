// SPDX-License-Identifier: MIT
// A maximum flow found as people find it by hand: the widest path that the residual graph has, again and again
// (Ford & Fulkerson 1956; widest first: Edmonds & Karp 1972). The kernel (core/flow/max_flow.h) stays the authority:
// it is faster, and gives the value and the cut.
#pragma once

#include <cstdint>
#include <vector>

#include "core/explain/explanation.h"
#include "core/flow/kernel/attention_graph.h"

namespace hw {

/// Of one pair of a network that must outlive this. Amounts are whole grid steps, so that sums are exact. Memory:
/// (layer + 1) n^2 doubles. A path costs O((layer + 1) n^2) at most.
class AugmentingPaths {
public:
    /// Indices in range (core/explain/explain.h checks them).
    AugmentingPaths(const AttentionGraph& graph, int layer, int source, int sink);

    /// Finds the next path and sends as much along it as it takes. False, and nothing done, when there is none.
    bool advance();

    const std::vector<Augmentation>& paths() const { return paths_; }
    /// Sent so far, a weight.
    double sent() const { return sent_ * graph_.unit(); }
    /// Flow on an edge so far, a weight.
    double amount(int layer, int query, int key) const {
        return (graph_.row(layer, query)[key] - left_[place(layer, query, key)]) * graph_.unit();
    }

private:
    struct Reach {
        double width = 0.0;
        int hops = 0;
        int from = -1;  // node
        bool isDone = false;
    };
    std::size_t place(int layer, int query, int key) const {
        return (std::size_t{1} * layer * tokens_ + query) * tokens_ + key;
    }
    bool search();
    void relax(int from, int to, double width);
    void send(double steps);

    const AttentionGraph& graph_;
    int tokens_;
    int layer_;
    int sink_;
    int sourceNode_;                      // level * tokens + token
    std::vector<double> left_;            // grid steps
    std::vector<std::vector<int>> into_;  // [node]: queries above whose edges to it have had flow
    std::vector<Reach> reach_;
    struct Waiting {
        double width;
        int hops;
        int node;
    };
    std::vector<Waiting> heap_;
    std::vector<Augmentation> paths_;
    double sent_ = 0.0;
};

/// The first `most` paths of the pair, edges and cut; the flow is the kernel's for the same pair, checked: where all
/// paths are listed, their sum is its value to the last bit. `edges` names all of a network of at most `allEdges`.
FlowSteps flowSteps(const AttentionGraph& graph, const AugmentingPaths& found, const PairFlow& flow,
                    bool isComplete, int allEdges = 600);

}  // namespace hw
