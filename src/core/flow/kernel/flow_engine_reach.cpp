// SPDX-License-Identifier: MIT
// What can still reach the demand after a run: one side of a minimum cut. Apart from the search because
// it runs once a cut, not once a path.
#include <utility>

#include "core/flow/kernel/flow_engine.h"

namespace hw {

std::vector<std::vector<std::uint64_t>> FlowEngine::reachingDemand() {
    const std::size_t words = words_;
    std::vector<std::vector<Word>> reach(levels_, std::vector<Word>(words, 0));
    std::vector<std::pair<int, int>> queue;
    const auto add = [&](int level, int token) {
        Word& word = reach[level - task_.low][token >> 6];
        if (word & bit(token)) return;
        word |= bit(token);
        queue.emplace_back(level, token);
    };
    for (int token = task_.range.first; token < task_.range.end; ++token) {
        if (task_.demand[token] > 0.0) add(task_.low, token);
    }
    for (std::size_t next = 0; next < queue.size(); ++next) {
        const auto [level, token] = queue[next];
        for (int other = task_.range.first; other < task_.range.end; ++other) {
            if (level < task_.high && state_.edges(state_.rowOf(level, other))[token] > 0.0) {
                add(level + 1, other);
            }
            if (level > task_.low && flow(level - 1, token, other) > 0.0) add(level - 1, other);
        }
    }
    return reach;
}

}  // namespace hw
