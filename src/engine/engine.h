// SPDX-License-Identifier: MIT
// The engine opens files and answers questions about them. It runs in a worker (or a thread) and
// talks to the page only in messages, so that the page never waits for it.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <span>

#include "protocol/bytes.h"
#include "protocol/messages.h"

namespace hw {

/// Receives one encoded message for the page. The bytes are valid during the call.
using Sink = std::function<void(std::span<const std::byte>)>;

/// Usage: pass every message to `message`. While it or `work` returns true, call `work` again. Handle new messages in
/// between (a worker posts itself a message, a thread polls its queue).
class Engine {
public:
    /// `cacheBytes` is the maximum memory for computed matrices, in addition to the open documents. `madeBytes` is the
    /// maximum for examples made outside the engine (engine/store/open_documents.h).
    explicit Engine(std::size_t cacheBytes = std::size_t{512} << 20,
                    std::size_t madeBytes = std::size_t{256} << 20);
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    /// Handles one message (protocol/messages.h). An opening is parsed here, chunk by chunk. Questions are only queued.
    /// An invalid message is answered by Failed with ticket 0.
    /// Returns true while there is work to do.
    bool message(std::span<const std::byte> bytes, const Sink& sink);

    /// The same for a message wire::MakeExample of `length` bytes that are handled while they are read. First, older
    /// examples are dropped to free memory.
    bool made(ByteFeed& feed, std::size_t length, const Sink& sink);

    /// Does a bounded amount of work on the most urgent question and sends the results. Takes steps of about 1.5 ms
    /// until `length` is over, at least one (with 0 exactly one, on any machine). Returns true while there is more.
    bool work(const Sink& sink, std::chrono::milliseconds length = std::chrono::milliseconds(8));

    /// Uses up to `count` helpers (engine/helpers/flow_helper.h) for long flows. `send` delivers a message to one of
    /// them, and starts it with the first. Their messages come back to `helperMessage`. A flow is shared once it has
    /// taken `stepsAlone` steps of about 1.5 ms here.
    void useHelpers(int count, std::function<void(int helper, std::span<const std::byte>)> send,
                    int stepsAlone = 20);
    void helperMessage(int helper, std::span<const std::byte> bytes);
    /// The helper could not be started, or its worker has died. Other helpers get its shares.
    void helperLost(int helper);

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace hw
