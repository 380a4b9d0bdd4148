// SPDX-License-Identifier: MIT
// Flow of many pairs, computed by the engine together with helpers, which are separate workers that share no memory
// with it. Sinks are the unit of work. A maximum flow's value does not depend on where it is computed, so the answer is
// the same to the last bit. Internal to engine/helpers.
//
// The engine never waits for a helper. Once everything else is done it computes outstanding sinks itself, from the far
// end. A slow or dead helper costs only time.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/flow/max_flow.h"
#include "engine/store/work_cache.h"

namespace hw {

class FlowHelpers;

/// How a flow is divided among helpers.
enum class Sharing : std::uint8_t {
    bySink,  ///< a few sinks at a time to every helper, automatically once it takes long, for one large flow
    whole,  ///< all remaining sinks to one helper, by offer(), for one flow of many
};

/// A request on one network, sink by sink.
class SharedFlow {
public:
    /// The network of `work` must be complete. `helpers` must outlive this. Errors: as layOut.
    static Result<std::unique_ptr<SharedFlow>> begin(std::shared_ptr<FlowWork> work,
                                                     FlowRequest request, FlowHelpers& helpers,
                                                     Sharing sharing = Sharing::bySink);
    ~SharedFlow();
    SharedFlow(const SharedFlow&) = delete;
    SharedFlow& operator=(const SharedFlow&) = delete;

    /// Computes for about `budget` units (nanoseconds) here, and keeps the helpers busy. True when done.
    bool step(std::int64_t budget);
    /// Gives all unassigned sinks to a helper with capacity, if there is one.
    void offer();
    /// True while there are unassigned sinks.
    bool hasOpen() const;
    bool isDone() const { return missing_ == 0; }
    double progress() const;
    /// Values so far. `hasSink` is true for complete columns of the table, by index.
    const FlowTable& table() const { return table_; }
    bool hasSink(int index) const { return states_[index] == done; }

private:
    friend class FlowHelpers;
    enum State : std::uint8_t { open, out, done };
    SharedFlow(std::shared_ptr<FlowWork> work, FlowHelpers& helpers, Sharing sharing)
        : work_(std::move(work)), helpers_(helpers), sharing_(sharing) {}
    int nextSink() const;
    bool hold();
    void put(int index, std::span<const double> values,
             std::span<const FlowCertificate> certificates);
    std::vector<int> handOut(int helpers);
    void takeBack(std::span<const int> indices);

    std::shared_ptr<FlowWork> work_;
    FlowHelpers& helpers_;
    Sharing sharing_;
    FlowRequest request_;
    FlowTable table_;
    std::vector<State> states_;  // [sink]
    int missing_ = 0;
    int current_ = -1;        // index of the sink being computed here
    std::uint64_t turn_ = 0;  // the solver's turn for current_
    int steps_ = 0;
};

/// The engine's view of its helpers.
class FlowHelpers {
public:
    using Send = std::function<void(int helper, std::span<const std::byte>)>;

    /// Uses up to `count` helpers, started by their first message. A flow is shared after `stepsAlone` steps.
    void use(int count, Send send, int stepsAlone);
    int stepsAlone() const { return stepsAlone_; }
    /// The number of whole flows of about this size that the helpers can queue.
    int appetite(const FlowWork& work) const { return usable(work) * depth(work); }
    /// Handles a message from a helper. A helper that sends an invalid one is treated as lost.
    void message(int helper, std::span<const std::byte> bytes);
    /// The helper has died. Its shares are returned, and it is not used again.
    void lost(int helper);

private:
    friend class SharedFlow;
    struct Share {
        SharedFlow* flow = nullptr;
        std::uint32_t ticket = 0;
        std::vector<int> sinks;  // indices still expected, in order
    };
    struct Helper {
        bool alive = true;
        std::weak_ptr<const FlowWork> network;  // the latest one sent to it
        std::deque<Share> shares;               // in the order in which it computes them
        bool has(const SharedFlow& flow) const;
    };
    void serve(SharedFlow& flow);
    void offer(SharedFlow& flow);
    void leave(const SharedFlow& flow);
    void takeBack(int index, const Share& share);
    void releaseAll(int index);
    bool give(int index, SharedFlow& flow);
    int usable(const FlowWork& work) const;
    int depth(const FlowWork& work) const;

    std::vector<Helper> helpers_;
    Send send_;
    int stepsAlone_ = 0;
    std::uint32_t ticket_ = 0;
};

}  // namespace hw
