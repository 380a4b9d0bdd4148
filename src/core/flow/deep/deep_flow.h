// SPDX-License-Identifier: MIT
// Maximum flow in deep causal networks of many tokens: a wave in whole vectors, which mostly reaches a closed-form cut, and a
// search that goes on from it where it does not. Internal to core.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/flow/deep/deep_search.h"
#include "core/flow/deep/deep_state.h"
#include "core/flow/deep/deep_wave.h"

namespace hw {

/// Its functions are virtual for the sake of the page, whose linker would inline them into what a first visit loads.
class DeepFlow {
public:
    /// Takes 7 doubles for each token of each layer, and up to `bytes` for the rows of one pair.
    /// `columns` must stand at the sink of each task.
    DeepFlow(const AttentionGraph& graph, const FlowColumns& columns, std::size_t bytes);
    DeepFlow(const DeepFlow&) = delete;
    DeepFlow& operator=(const DeepFlow&) = delete;
    virtual ~DeepFlow();

    /// True if a wave reaches task.enough, which then is the maximum flow.
    virtual bool wave(const DeepTask& task);
    /// After a wave that did not: the maximum flow, or task.enough if that is less; exact. Negative if the pair uses more rows
    /// than there is room for.
    virtual double search();
    /// After a search that ended below task.enough: as FlowEngine::reached().
    virtual const std::uint64_t* reached(int level) const { return search_.reached(level); }

    /// Work done since construction, in units of about a nanosecond.
    virtual std::int64_t work() const { return wave_.work() + search_.work(); }

private:
    const AttentionGraph& graph_;
    DeepState state_;
    DeepWave wave_;
    DeepSearch search_;
    DeepTask task_;
    double waved_ = 0.0;  // what the last wave brought
    std::vector<double> supply_;
};

}  // namespace hw
