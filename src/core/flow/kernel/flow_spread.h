// SPDX-License-Identifier: MIT
// A maximum flow found without writing a single edge, for pairs whose minimum cut has one of the two
// common forms. Internal to core.
//
// On attention, a flow has three parts. The source's column sends sideways to carriers (all tokens), carriers go
// straight down and hand over to the sink's column, and a few carriers that got more than they can hand over pass the
// rest to others. The first two are sums over vectors, and only the third reads rows.
#pragma once

#include <cstdint>
#include <vector>

#include "core/flow/kernel/attention_graph.h"
#include "core/flow/kernel/flow_columns.h"
#include "core/flow/kernel/flow_engine.h"

namespace hw {

class FlowSpread {
public:
    /// `columns` must be prepared for the sink of run().
    FlowSpread(const AttentionGraph& graph, const FlowColumns& columns);

    /// The value of a feasible flow for layer >= 2 and source != sink, or a negative number if it failed. If `forced`,
    /// the source's column sends all it can into every layer, which is right when it will have something left over (a
    /// mixed neck at level 1). Otherwise it sends only what carriers can still take. The caller compares with a cut,
    /// `enough`. Equal means maximal, and it fails early once that is out of reach. Cost O(layer n), plus n for each
    /// carrier with too much. Cheaper if sources of the same sink follow each other.
    double run(int layer, int source, int sink, TokenRange range, bool forced, double enough);

    std::int64_t work() const { return work_; }

private:
    void turnTo(int source, int sink);
    void start();
    double passOn(int step);
    double sendHot(int step, double amount);
    double handOver(int active);
    double moveRow(const double* row, int end, double amount, double* received);
    double moveOn(int step, int from, double amount, double* received);
    double* at(std::vector<double>& table, int step) {
        return table.data() + static_cast<std::ptrdiff_t>(step) * n_;
    }
    // Step i of the way down leads from position i (level layer - i) to position i + 1.
    int matrixOf(int step) const { return layer_ - 1 - step; }
    const double* slackAt(int position) {
        return forced_ ? at(slack_, position) : at(rooms_, matrixOf(position));
    }

    const AttentionGraph& graph_;
    const FlowColumns& columns_;
    const int n_;
    int layer_ = 0;
    int hot_ = 0;    // the source
    int goal_ = -1;  // the sink
    bool forced_ = false;
    int steps_ = 0;  // matrices between the ends
    TokenRange range_;
    std::vector<double> rooms_;     // [matrix][token], what carriers can hand over from there down
    std::vector<double> nothing_;   // [token]: zeros
    std::vector<double> arrivals_;  // [position][token]: into carriers, from the ends
    std::vector<double> received_;  // [position][token]: into carriers, from other carriers
    std::vector<double> passed_;    // [step][token]: from carriers, to other carriers
    std::vector<double>
        slack_;  // [position][token], what may still arrive there once later arrivals are served
    std::vector<double> owed_;   // [position][token]: min slack from there to the end, at most 0
    std::vector<double> least_;  // [token]: min slack from the top to the present position
    double tooLow_ = 0.0;        // sum of the negative ones of least_
    std::vector<double> total_;  // [token]: total that has arrived and stayed
    std::vector<double> free_;   // [token]: capacity left on the carrier's own last edge
    std::vector<double> early_;  // [token]: capacity for amounts that it can only hand over earlier
    std::vector<double> goalIn_;  // [step]: straight from the hot end into the goal's column
    double goalRoom_ = 0.0;       // capacity left in the goal's column, for any token
    double budget_ = 0.0;         // the same, minus what carriers already have for it
    int rotor_ = 0;
    std::vector<double> before_;  // [token]: one line of received_, before moving a row
    static constexpr int blockSize = 16;
    std::int64_t work_ = 0;
};

}  // namespace hw
