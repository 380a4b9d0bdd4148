// SPDX-License-Identifier: MIT
// The engine opens files and answers questions about them. It lives in a worker (or a thread) and
// knows the page only by messages, so that the page never waits for it.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <span>

#include "protocol/messages.h"

namespace hw {

/// Takes one encoded message for the page. The bytes are valid during the call.
using Sink = std::function<void(std::span<const std::byte>)>;

/// Use: pass every message to `message`; while it or `work` says true, call `work` again, letting
/// new messages come in between (a worker posts itself a message; a thread polls its queue).
class Engine {
public:
    /// `cacheBytes` bounds what is kept of computed matrices beside the open documents.
    explicit Engine(std::size_t cacheBytes = std::size_t{512} << 20);
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    /// Takes in one message (protocol/messages.h). An opening is parsed here, chunk by chunk; questions
    /// are only queued. A message that cannot be read is answered by Failed with ticket 0.
    /// Returns true while there is work to do.
    bool message(std::span<const std::byte> bytes, const Sink& sink);

    /// Does one bounded piece of work on the most urgent question and sends what came of it: steps of
    /// some 1.5 ms until `length` is over, at least one (with 0 exactly one, whatever the machine).
    /// Returns true while there is more.
    bool work(const Sink& sink, std::chrono::milliseconds length = std::chrono::milliseconds(8));

    /// Lets up to `count` helpers (engine/helpers/flow_helper.h) take part in flows that last: `send` carries a
    /// message to one of them, the first of which starts it; their messages come back to
    /// `helperMessage`. A flow is shared once it has taken `stepsAlone` steps of about 1.5 ms here.
    void useHelpers(int count, std::function<void(int helper, std::span<const std::byte>)> send,
                    int stepsAlone = 20);
    void helperMessage(int helper, std::span<const std::byte> bytes);
    /// The helper could not be started, or its worker has ended. Its shares are computed by others.
    void helperLost(int helper);

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace hw
