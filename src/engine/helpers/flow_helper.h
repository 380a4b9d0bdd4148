// SPDX-License-Identifier: MIT
// The code that runs in a helper (engine/helpers/flow_helpers.h). It computes its shares of flows on the network that
// it received, runs in its own worker and exchanges only bytes with the engine.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <span>

#include "core/flow/max_flow.h"
#include "protocol/messages.h"

namespace hw {

class FlowHelper {
public:
    using Sink = std::function<void(std::span<const std::byte>)>;

    /// Handles one message. True while there is work to do. After an error (an invalid message) the helper
    /// must not be used any more.
    Result<bool> message(std::span<const std::byte> bytes);
    /// Works for some milliseconds, and sends each sink when it is finished. True while there is more.
    bool work(const Sink& sink);

private:
    Result<void> take(wire::FlowNetwork& m);
    Result<void> take(wire::FlowShare& m);
    Result<void> take(wire::FlowStop& m);
    struct Job {
        std::shared_ptr<const AttentionGraph> graph;
        wire::FlowShare share;
        std::size_t at = 0;  // index into share.sinks
    };
    Result<void> nextSink();
    Result<void> beginJob();

    std::deque<Job> jobs_;                            // the first is in progress
    std::shared_ptr<const AttentionGraph> graph_;     // the latest one received
    std::shared_ptr<const AttentionGraph> solvedOn_;  // keeps the solver's network alive
    std::optional<FlowSolver> solver_;
};

}  // namespace hw
