// SPDX-License-Identifier: MIT
// A flow from source layer 3 found without writing a single edge, in networks both ways. Internal to core.
//
// Between the source's row (supplies at level 2) and the sink's column (demands at level 1) stands one matrix, so a flow is a
// table of amounts of which only the sums matter: by row at most the supply, by column at most the demand, each amount at most its edge.
// Every step below takes amounts of edges that no step before has used:
//   all send to the sink; the source sends to all, once; tokens of large demand, which few edges reach, take from all others, each
//   in the same share of what it could give; then everybody sends to itself, those who still have much send to all, and who still
//   wants takes from all that have something left. Who sent its row has nothing left for others, and who took everything that it
//   could get asks no more.
// So the sum is the value of a flow, and where it meets a cut it is the maximum. In equal shares, since what is scarce for one
// token is then left in equal parts for the others: taken in order, half as many pairs are proven.
#pragma once

#include <cstdint>
#include <vector>

#include "core/flow/kernel/attention_graph.h"

namespace hw {

class FlowFill {
public:
    explicit FlowFill(const AttentionGraph& graph);

    /// The value of a feasible flow from `source` above layer 2, source != sink, or a negative number where none was made. The
    /// caller compares with a cut. Cost O(n) for each of some thirty rows and columns.
    double run(int source, int sink);

    std::int64_t work() const { return work_; }

private:
    void turnTo(int sink);
    double give(const double* row, double most);
    double take(int token);
    double keep();
    void listHeavy();

    const AttentionGraph& graph_;
    const int n_;
    int sink_ = -1;
    std::vector<double> demand_;  // [token], 0 for the sink
    std::vector<int> scarce_;     // tokens of large demand, the largest first
    std::vector<double> left_;    // [token]: supply that is left
    std::vector<double> gap_;     // [token]: demand that is not met
    std::vector<double> part_;    // [token]: amounts of one step
    std::vector<int> heavy_;      // tokens that have much left, the most first
    std::int64_t work_ = 0;
};

}  // namespace hw
