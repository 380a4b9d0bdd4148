// SPDX-License-Identifier: MIT
#include "core/flow/deep/deep_flow.h"

#include <algorithm>

namespace hw {

DeepFlow::DeepFlow(const AttentionGraph& graph, const FlowColumns& columns, std::size_t bytes)
    : graph_(graph),
      state_(graph, columns, bytes),
      wave_(state_),
      search_(state_),
      supply_(graph.tokens()) {}

DeepFlow::~DeepFlow() = default;

bool DeepFlow::wave(const DeepTask& task) {
    task_ = task;
    state_.turnTo(task);
    waved_ = wave_.run(task);
    return waved_ == task.enough && wave_.holds();
}

double DeepFlow::search() {
    const double* row = graph_.row(task_.layer, task_.source);
    const auto fillSupply = [&] {
        std::copy(row + task_.sink, row + task_.source + 1, supply_.begin() + task_.sink);
    };
    fillSupply();
    if (waved_ < 0.0 || !wave_.settle(supply_.data())) {
        // The sink's column cannot carry that amount so high up, or there are too many rows.
        state_.turnTo(task_);
        fillSupply();
        waved_ = 0.0;
    }
    if (waved_ == task_.enough) return waved_;
    return search_.run(task_, supply_.data(), waved_);
}

}  // namespace hw
