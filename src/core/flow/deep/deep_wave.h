// SPDX-License-Identifier: MIT
// A flow through a deep causal network in whole vectors, which writes only the rows of the source and of the few tokens
// that get more than they can hand over. Internal to core.
//
// The source's row arrives at level `layer` on carriers (all tokens except source and sink). A carrier goes straight
// down and hands over by its last edge and into the sink's column, as late as possible. With a_m arriving at it at
// level m and C_m the amount that it can hand over from level m down (DeepState::rooms):
//
// Lemma 1. If sum(i <= m) a_i <= C_m for every m, and the whole sum is no more than the narrowest straight edge, then
// handing over as late as possible is a flow. Let x_m be the amount that it hands over at level m. The greedy filling
// from below gives sum(i <= m) x_i = min(C_m, whole) >= sum(i <= m) a_i. So the flow straight down from level m to
// level m - 1, sum(i >= m) (a_i - x_i) = whole - sum(i < m) a_i - (whole - sum(i < m) x_i) = sum(i < m) (x_i - a_i),
// is never negative, and it is at most the whole.
//
// Lemma 2. Giving a carrier at level m no more than C_m - (all it has got so far by rows), and no more than C_layer -
// (all it has), keeps the condition of lemma 1, in any order of levels. For i < m nothing changes. For i >= m the sum
// of arrivals by rows up to i is at most all it has got by rows, hence at most C_m <= C_i afterwards. Only the source's
// row arrives at the highest level.
//
// Lemma 3. The sink's column is a chain, as no token before the sink is reached and the column can only pass on its
// arrivals. It carries X = sum over carriers of max(0, whole - last edge), and the amount that the source sends into
// it. That is a flow if X is at most the last edge of the sink and the narrowest straight edge of the chain. If only
// the former holds, the x_m give the level where each amount enters.
//
// So the state of a pair is one number per carrier for each limit and one for the column's limit. What passes through a
// carrier from one row to its own rows counts against its straight edges only. The value is that of a flow, so if it
// equals a cut's capacity it is the maximum. The source itself gets nothing from others (it is the last token), so only
// its own straight edges limit its sending from below. Each level's limit holds for the sum of all that leaves below.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/flow/deep/deep_state.h"

namespace hw {

class DeepWave {
public:
    explicit DeepWave(DeepState& state);

    /// The value of a flow, if holds(), or a negative number if there is no memory for its rows. Stops at task.enough.
    /// The state must be prepared for the task. Only rows are written. Cost O(layer n), and n for each row.
    double run(const DeepTask& task);
    /// Whether the sink's column can carry the flow of the last run. Cost O(1) or O(layer n).
    bool holds();
    /// Writes the flow of the last run into the state and subtracts from `supply` (the source's row, n values) what
    /// left it. Returns false if it is not a flow; state and supply are then unusable. Cost O(layer n).
    bool settle(double* supply);

    std::int64_t work() const { return work_; }

private:
    using Row = DeepState::Row;

    void start();
    double give(Row& row, int level, double amount, bool early);
    double spendSource(bool early);
    double spendHeavy(bool early);
    void sendOver();
    double sendOver(int level, int query, double amount);
    bool settleCarriers(double* entered);
    bool settleEnds(double* entered);
    double missing() const { return task_.enough - total_; }
    double* arrivals(int level);

    DeepState& state_;
    const int n_;
    DeepTask task_;
    bool failed_ = false;
    double total_ = 0.0;
    double budget_ = 0.0;         // capacity left in the sink's column
    double direct_ = 0.0;         // from the source's row into the sink's column
    double sourceUsed_ = 0.0;     // total that the source's column sends below
    std::vector<double> ownOut_;  // [level], part of it, by last edge and into the sink's column
    std::vector<double>
        sourceLimit_;             // [level], what may leave the source's column there and below
    std::vector<double> top_;     // [token]: from the source's row
    std::vector<double> got_;     // [token]: from rows, to hand over
    std::vector<double> own_;     // [token]: left of the last edge
    std::vector<double> keep_;    // [token]: how much more it may receive to hand over
    std::vector<double> strait_;  // [token]: left of the narrowest straight edge
    std::vector<double> need_;    // [token]: amount that a heavy token still has to send on
    std::vector<int> heavy_;      // tokens that get more than they can hand over, the most first
    std::vector<std::pair<double, int>> ways_;  // of sendOver, (capacity left, token)
    std::vector<double> arrivals_;              // [level][token]: from rows
    std::vector<bool> arrives_;                 // [level]: whether arrivals_ is in use
    std::int64_t work_ = 0;
};

}  // namespace hw
