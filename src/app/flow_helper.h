// SPDX-License-Identifier: MIT
// A helper of the engine (app/flow_helpers.h) seen from inside: computes shares of flows on the network it
// was sent. Lives in a worker of its own and knows the engine by bytes only.
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "app/messages.h"
#include "core/max_flow.h"

namespace hw {

class FlowHelper {
public:
    using Sink = std::function<void(std::span<const std::byte>)>;

    /// Takes in one message. True while there is work to do; an error if it makes no sense, after which
    /// this helper is of no use.
    Result<bool> message(std::span<const std::byte> bytes);
    /// Some milliseconds of work; each sink goes out as it is finished. True while there is more.
    bool work(const Sink& sink);

private:
    Result<void> take(wire::FlowNetwork& m);
    Result<void> take(wire::FlowShare& m);
    Result<void> take(wire::FlowStop& m);
    Result<void> nextSink();

    std::unique_ptr<AttentionGraph> graph_;  // outlives the solver on it
    std::optional<FlowSolver> solver_;
    wire::FlowShare share_;
    std::size_t at_ = 0;  // of share_.sinks
};

}  // namespace hw
