// SPDX-License-Identifier: MIT
// Flow of many pairs, computed by the engine together with helpers: workers of their own that share no
// memory with it. Sinks are the unit of work; a maximum flow's value does not depend on who computes it,
// so the answer is the same to the last bit. Internal to engine/helpers.
//
// The engine never waits for a helper. What is still out when everything else is done it computes itself,
// from the far end; a helper that is slow, or dead, costs time and nothing else.
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

/// How a flow is dealt out.
enum class Sharing : std::uint8_t {
    bySink,  ///< some sinks at a time to every helper, by itself once it lasts: one large flow
    whole,   ///< all that nobody has to one helper, by offer(): a flow of many
};

/// A request on one network, sink by sink.
class SharedFlow {
public:
    /// The network of `work` stands. `helpers` outlive this. Errors: as layOut.
    static Result<std::unique_ptr<SharedFlow>> begin(std::shared_ptr<FlowWork> work,
                                                     FlowRequest request, FlowHelpers& helpers,
                                                     Sharing sharing = Sharing::bySink);
    ~SharedFlow();
    SharedFlow(const SharedFlow&) = delete;
    SharedFlow& operator=(const SharedFlow&) = delete;

    /// Computes for about `budget` units here, and keeps the helpers busy. True when all is there.
    bool step(std::int64_t budget);
    /// Hands the sinks that nobody computes yet to a helper that has room, if there is one.
    void offer();
    /// True while there are sinks that nobody computes yet.
    bool hasOpen() const;
    bool isDone() const { return missing_ == 0; }
    double progress() const;
    /// Values so far. Which columns of the table are whole: `hasSink`, by index.
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
    std::vector<State> states_;  // of the sinks
    int missing_ = 0;
    int current_ = -1;        // index of the sink that is being computed here
    std::uint64_t turn_ = 0;  // with the network's solver, for that sink
    int steps_ = 0;
};

/// What the engine knows of its helpers.
class FlowHelpers {
public:
    using Send = std::function<void(int helper, std::span<const std::byte>)>;

    /// Up to `count` helpers; the first message starts one. A flow is shared after `stepsAlone` steps.
    void use(int count, Send send, int stepsAlone);
    int stepsAlone() const { return stepsAlone_; }
    /// How many whole flows of about this size the helpers can take at once.
    int appetite(const FlowWork& work) const { return usable(work) * depth(work); }
    /// A message from a helper. A helper that sends anything else is treated as lost.
    void message(int helper, std::span<const std::byte> bytes);
    /// The helper is gone: what it had goes back, and it is not asked again.
    void lost(int helper);

private:
    friend class SharedFlow;
    struct Share {
        SharedFlow* flow = nullptr;
        std::uint32_t ticket = 0;
        std::vector<int> sinks;  // indices that are out, in order
    };
    struct Helper {
        bool alive = true;
        std::weak_ptr<const FlowWork> network;  // the last that was sent
        std::deque<Share> shares;               // in the order in which they are computed
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
