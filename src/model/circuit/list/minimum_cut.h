// SPDX-License-Identifier: MIT
// The edges of smallest total size of score whose removal separates the input from the logits, with a maximum flow as
// proof. A run in which everything outside the chosen set and the cut is patched equals the corrupt run, for any
// scores, because each node that the input no longer reaches computes its corrupt value.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/circuit/graph.h"

namespace hw::circuit {

/// Capacities are whole numbers, round((|score| + price * largest) / unit), unit = largest / 2^bits, so that flow and
/// cut are equal without a tolerance.
constexpr int cutBits = 40;

struct MinimumCut {
    std::int64_t units = 0;  ///< capacity of the cut, and value of the flow
    double unit = 0;
    std::vector<int> nearInput;   ///< edges of the minimum cut nearest the input
    std::vector<int> nearLogits;  ///< of the one nearest the logits
    bool isUnique = false;        ///< both separate the same nodes
    std::vector<int>
        inputSide;  ///< nodes that the input still reaches, of the one nearest the input
    /// The flow from node to node; nodes() is the logits. It respects all capacities, and no flow is larger.
    struct Flow {
        int from = 0;
        int to = 0;
        std::int64_t units = 0;
    };
    std::vector<Flow> flow;

    double value() const { return static_cast<double>(units) * unit; }
};

/// The minimum cut inside a set of edges. `price` (>= 0), a share of the largest score, is added to every edge, for
/// cuts of fewer edges. Edges of capacity 0 across the border belong to the cut. Cost: O(N^2) memory, and time as of a
/// maximum flow on N nodes.
MinimumCut minimumCut(const Graph& graph, std::span<const double> scores,
                      std::span<const int> inside, double price = 0);

/// True if the flow respects the capacities, keeps what enters each node, and carries the capacity of both cuts.
bool verify(const Graph& graph, std::span<const double> scores, std::span<const int> inside,
            double price, const MinimumCut& cut);

}  // namespace hw::circuit
