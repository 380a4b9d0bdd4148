// SPDX-License-Identifier: MIT
// A helper of the engine (engine/helpers/flow_helpers.h) seen from inside: computes shares of flows on the network it
// was sent. Lives in a worker of its own and knows the engine by bytes only.
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

    /// Takes in one message. True while there is work to do. After an error (a message that cannot be read) the helper must
    /// not be used any more.
    Result<bool> message(std::span<const std::byte> bytes);
    /// Some milliseconds of work; each sink goes out as it is finished. True while there is more.
    bool work(const Sink& sink);

private:
    Result<void> take(wire::FlowNetwork& m);
    Result<void> take(wire::FlowShare& m);
    Result<void> take(wire::FlowStop& m);
    struct Job {
        std::shared_ptr<const AttentionGraph> graph;
        wire::FlowShare share;
        std::size_t at = 0;  // of share.sinks
    };
    Result<void> nextSink();
    Result<void> beginJob();

    std::deque<Job> jobs_;                            // the first is under way
    std::shared_ptr<const AttentionGraph> graph_;     // the last that was sent
    std::shared_ptr<const AttentionGraph> solvedOn_;  // outlives the solver on it
    std::optional<FlowSolver> solver_;
};

}  // namespace hw
