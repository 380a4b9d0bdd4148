// SPDX-License-Identifier: MIT
// Maximum flow in deep causal networks of many tokens. A wave in whole vectors mostly reaches a closed-form cut; where
// it does not, a search goes on from it. Internal to core.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/flow/deep/deep_search.h"
#include "core/flow/deep/deep_state.h"
#include "core/flow/deep/deep_wave.h"

namespace hw {

/// Its functions are virtual because of the page, whose linker would inline them into the code that a first visit
/// loads.
class DeepFlow {
public:
    /// Takes 7 doubles for each token of each layer, and up to `bytes` for the rows of one pair. `columns` must be
    /// prepared for the sink of each task.
    DeepFlow(const AttentionGraph& graph, const FlowColumns& columns, std::size_t bytes);
    DeepFlow(const DeepFlow&) = delete;
    DeepFlow& operator=(const DeepFlow&) = delete;
    virtual ~DeepFlow();

    /// True if a wave reaches task.enough, which then is the maximum flow.
    virtual bool wave(const DeepTask& task);
    /// After a wave that did not, the maximum flow, or task.enough if that is less. Exact. Negative if the pair's rows
    /// need more than `bytes`.
    virtual double search();
    /// After a search that ended below task.enough, the same as FlowEngine::reached().
    virtual const std::uint64_t* reached(int level) const { return search_.reached(level); }

    /// Work done since construction, in units of about a nanosecond.
    virtual std::int64_t work() const { return wave_.work() + search_.work(); }

private:
    const AttentionGraph& graph_;
    DeepState state_;
    DeepWave wave_;
    DeepSearch search_;
    DeepTask task_;
    double waved_ = 0.0;  // the amount of the last wave
    std::vector<double> supply_;
};

}  // namespace hw
