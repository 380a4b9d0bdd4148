// SPDX-License-Identifier: MIT
// The nodes' outputs of B runs, and each receiver's private stream. Layers below a base run's first change are the
// base's.
#pragma once

#include <cstddef>
#include <vector>

#include "model/circuit/runs.h"

namespace hw::circuit {

class PrivateStreams {
public:
    PrivateStreams(const Components& parts, const std::vector<Plan>& plans, const NodeValues* base);
    /// Reserves memory for the nodes from a layer on. Without `keepsOutputs` a node's output is lost when the next
    /// slot's is written.
    void begin(int firstLayer, bool keepsOutputs);

    /// A node's output [B][T][D], to be written.
    float* output(int node);
    /// From one run on, the common stream at a place and a slot's sum, [B - run][T][D].
    float* placeOfRun(int place, int run);
    float* sumOfRun(int slot, int run);
    std::vector<float> place(int place);
    /// Moves everything away. Requires a start at layer 0.
    void give(std::vector<float>& outputs, std::vector<float>& sums, std::vector<float>& places);

    /// Whether the run has a patched edge into the receiver. Cost: its edges.
    bool isPrivate(int run, int receiver) const;
    /// Writes the receiver's stream [T][D] to `to`. Requires isPrivate.
    void read(int run, int receiver, float* to) const;

private:
    /// Which edges of a slot's nodes, or of all nodes, are patched.
    struct Count {
        int kept = 0;
        int patched = 0;
    };
    Count countOf(int run, int receiver, int first, int end) const;
    /// Adds (own - other) of the nodes whose edges are kept to `to`, or (other - own) of the others.
    void addDifferences(int run, int receiver, int first, int end, bool ofKept, float* to) const;
    const float* rowsOf(const std::vector<float>& own, const std::vector<float>* base, int first,
                        int index, int run) const;
    const float* outputOf(int node, int run) const;
    const float* commonPlace(int place, int run) const;
    const float* commonSum(int slot, int run) const;

    const Components& parts_;
    const Graph& graph_;
    const std::vector<Plan>& plans_;
    const NodeValues* base_;
    std::size_t own_;   ///< T D
    std::size_t size_;  ///< B T D
    bool keepsOutputs_ = false;
    int firstLayer_ = 0;
    int firstNode_ = 0;
    std::vector<float> outputs_;  ///< from firstNode_ on
    std::vector<float> places_;   ///< from place 2 firstLayer_ on
    std::vector<float> sums_;
};

}  // namespace hw::circuit
