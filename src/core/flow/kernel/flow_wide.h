// SPDX-License-Identifier: MIT
// A head start for the search that sends most of a flow to one sink level by level, in whole rows and columns instead
// of path by path. Internal to core.
#pragma once

#include <cstdint>
#include <vector>

#include "core/flow/kernel/flow_state.h"

namespace hw {

/// On attention between any two tokens, a few tokens hold most of the flow (the source, and those all attend to) and
/// can pass it on only over many small edges. They send their whole row to all tokens, up to the amount these can bring
/// to the sink. The others hand over to the sink's column and go straight down. An amount that cannot go on stays for
/// the search to go on with, so nothing is sent that could not arrive.
class FlowWide {
public:
    using Word = FlowState::Word;

    explicit FlowWide(FlowState& state);

    /// Starts with `supply` (n values at level `high`) and `demand` (column `sink` of matrix 0, at level 1), and
    /// reduces both to the rest. `wants` is the bit set of tokens with demand left, kept up to date. Returns the amount
    /// that arrived. Cost O(high n), plus n for each row that is sent.
    double run(double* supply, int high, double* demand, Word* wants, TokenRange range, int sink);

    /// The excess that the last run left at a level below `high`, n values in grid steps. The caller subtracts the
    /// amount that it sends on.
    double* held(int level) {
        return held_.data() + static_cast<std::ptrdiff_t>(level) * state_.tokens();
    }
    /// Excess above this, in grid steps, is sent along a whole row.
    double heavy() const { return heavy_; }
    /// Sends up to `amount` along a row to the tokens that can take it, and updates both sets. `room` is the amount
    /// that each can take, n values, and `roomy` the bit set of those above 0. Returns the amount sent.
    double sendRow(std::size_t row, double amount, double* room, Word* roomy, TokenRange range);

    std::int64_t work() const { return work_; }

private:
    /// One step down, from a level to the one below.
    struct Step {
        int matrix = 0;
        bool last = false;
        double* holds = nullptr;  // excess above
        double* gets = nullptr;   // arrivals below
        double ahead = 0.0;  // amount that the sink's column can still bring to the end from below
        double sinkKeeps = 0.0;  // excess in the sink's column above that cannot go on
        double sinkGets = 0.0;
    };
    void turnTo(int sink);
    void findHeavy(const double* holds, int always);
    double sendLastRow();
    void joinSink(Step& step);
    void makeRoom(const Step& step);
    void sendHeavy(const Step& step);
    void sendStraight(Step& step);

    FlowState& state_;
    const AttentionGraph& graph_;
    std::vector<double> lateral_;  // [layer][token], amount for the sink's column, down to layer 1
    std::vector<double> lateralSums_;  // [layer]: over all tokens
    std::vector<double> narrowest_;    // [layer]: of the sink's straight edges, down to layer 1
    int sink_ = -1;                    // the sink of these tables

    double* supply_ = nullptr;
    double* demand_ = nullptr;
    Word* wants_ = nullptr;
    int high_ = 0;
    TokenRange range_;
    double heavy_ = 0.0;
    int source_ = -1;               // the token that sent its last row first, or -1
    std::vector<double> held_;      // [level][token]
    std::vector<double> room_;      // [token], what may still arrive there in this step
    std::vector<Word> roomy_;       // tokens with room_ above 0
    std::vector<double> moved_;     // [token]: amounts on one kind of edge
    std::vector<int> heavyTokens_;  // of this step
    std::vector<double> kept_;      // [heavy token], what its row did not take
    std::int64_t work_ = 0;
};

}  // namespace hw
