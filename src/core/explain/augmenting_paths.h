// SPDX-License-Identifier: MIT
// A maximum flow found as people find it by hand. It sends along the widest augmenting path of the residual graph,
// again and again (Ford & Fulkerson 1956; widest first, Edmonds & Karp 1972). The kernel (core/flow/max_flow.h) remains
// the authority. It is faster, and gives the value and the cut.
#pragma once

#include <cstdint>
#include <vector>

#include "core/explain/explanation.h"
#include "core/flow/kernel/attention_graph.h"

namespace hw {

/// For one source and sink of a network that must outlive this. Amounts are whole grid steps, so sums are
/// exact. Memory: (layer + 1) n^2 doubles. Cost of a path: at most O((layer + 1) n^2).
class AugmentingPaths {
public:
    /// Indices must be in range (core/explain/explain.h checks them).
    AugmentingPaths(const AttentionGraph& graph, int layer, int source, int sink);

    /// Finds the next path and sends as much along it as fits. False, with nothing done, when there is none.
    bool advance();

    const std::vector<Augmentation>& paths() const { return paths_; }
    /// Total sent so far, as a weight.
    double sent() const { return sent_ * graph_.unit(); }
    /// Flow on an edge so far, as a weight.
    double amount(int layer, int query, int key) const {
        return (graph_.step(layer, query, key) - left_[place(layer, query, key)]) * graph_.unit();
    }

private:
    struct NodeState {
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
    std::vector<std::vector<int>> into_;  // [node], queries above that have sent flow to it
    std::vector<NodeState> states_;
    struct HeapEntry {
        double width;
        int hops;
        int node;
    };
    std::vector<HeapEntry> heap_;
    std::vector<Augmentation> paths_;
    double sent_ = 0.0;
};

/// The first paths of the pair, with edges and cut. `flow` is the kernel's result for the same pair. If all paths are
/// listed, they sum to its value exactly. `edges` lists all edges if the network has at most `allEdges`.
FlowSteps flowSteps(const AttentionGraph& graph, const AugmentingPaths& found, const PairFlow& flow,
                    bool isComplete, int allEdges = 600);

}  // namespace hw
