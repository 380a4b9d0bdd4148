// SPDX-License-Identifier: MIT
// A maximum flow found without writing a single edge, for the pairs whose minimum cut has one of the two
// usual forms. Internal to core.
//
// On attention, a flow has three parts: the source's column sends sideways to carriers (all tokens), carriers
// go straight down and hand over to the sink's column, and a few carriers that got more than they can hand
// over pass the rest to others. The first two are sums over vectors; only the third looks at rows.
#pragma once

#include <cstdint>
#include <vector>

#include "core/attention_graph.h"
#include "core/flow_engine.h"

namespace hw {

class FlowSpread {
public:
    explicit FlowSpread(const AttentionGraph& graph);

    /// The value of a feasible flow for layer >= 2 and source != sink, or less than 0 when it went astray.
    /// `forced`: the source's column sends all it can into every layer, right when it will have something left
    /// over (a mixed neck at level 1); otherwise only what carriers have room for. The caller compares with
    /// a cut: equal means maximal. Cost O(layer n), and n for each carrier with too much.
    double run(int layer, int source, int sink, TokenRange range, bool forced);

    std::int64_t work() const { return work_; }

private:
    void start(bool forced);
    double passOn(int step);
    double sendHot(int step, double amount);
    double handOver();
    const int* mainKeys(int layer, int query);
    double moveRow(const double* row, double amount, double* received);
    double moveOn(int step, int from, double amount, double* received);
    double* at(std::vector<double>& table, int step) {
        return table.data() + static_cast<std::ptrdiff_t>(step) * n_;
    }

    const AttentionGraph& graph_;
    const int n_;
    int layer_ = 0;
    int hot_ = 0;    // the source
    int goal_ = 0;   // the sink
    int steps_ = 0;  // matrices between the ends
    TokenRange range_;
    std::vector<double> arrivals_;  // [position][token]: into carriers, from the ends
    std::vector<double> received_;  // [position][token]: into carriers, from other carriers
    std::vector<double> passed_;    // [step][token]: from carriers, to other carriers
    std::vector<double>
        slack_;  // [position][token]: what may still arrive there, later arrivals served
    std::vector<double> owed_;    // [position][token]: least slack from there to the end, at most 0
    std::vector<double> least_;   // [token]: smallest slack from the top to the present position
    std::vector<double> total_;   // [token]: all that arrived so far and stayed
    std::vector<double> free_;    // [token]: room on the carrier's own last edge
    std::vector<double> early_;   // [token]: room for what it can only hand over earlier
    std::vector<double> goalIn_;  // [step]: straight from the hot end into the goal's column
    double goalRoom_ = 0.0;       // what the goal's column can still take from anybody
    double budget_ = 0.0;         // the same, less what carriers already have for it
    int rotor_ = 0;
    static constexpr int mainCount = 8;
    std::vector<int>
        mainKeys_;  // [layer][query][mainCount]: see mainKeys(); -1: not looked for yet
    std::int64_t work_ = 0;
};

}  // namespace hw
