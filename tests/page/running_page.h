// SPDX-License-Identifier: MIT
// The page's program without its window: a real engine on one side, a host that writes down what it is asked on the
// other.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/engine_harness.h"
#include "page/session.h"

namespace hw::test {

/// Writes down what the session asks, and carries its messages to an engine.
class NotingHost final : public Host {
public:
    void writeAddress(std::string_view fragment, bool) override { address = fragment; }
    void openSource(const DataSource& source) override { sources.push_back(source); }
    void cancelOpening(std::uint32_t ticket) override { cancelled.push_back(ticket); }
    void showDialog(std::string_view name) override { dialogs.emplace_back(name); }
    void announce(std::string_view text) override { said.emplace_back(text); }
    void sendToEngine(std::span<const std::byte> message) override {
        sent.emplace_back(message.begin(), message.end());
    }
    void requestFrame() override { ++frames; }
    void opened(std::uint32_t ticket) override { openedTickets.push_back(ticket); }
    void failed(std::uint32_t ticket, const Problem& problem) override {
        failures.emplace_back(ticket, problem.finding);
    }
    void exported(std::uint32_t ticket, std::string_view, std::string_view mediaType,
                  std::string_view text) override {
        exports.emplace_back(ticket, std::string(mediaType) + "\n" + std::string(text));
    }

    std::string address;
    std::vector<DataSource> sources;
    std::vector<std::uint32_t> cancelled;
    std::vector<std::string> dialogs;
    std::vector<std::string> said;
    std::vector<std::vector<std::byte>> sent;
    std::vector<std::uint32_t> openedTickets;
    std::vector<std::pair<std::uint32_t, std::string>> failures;
    std::vector<std::pair<std::uint32_t, std::string>> exports;
    int frames = 0;
};

/// A session, its host and an engine that can be replaced.
struct Running {
    NotingHost host;
    Session session{host};
    std::unique_ptr<Engine> engine = std::make_unique<Engine>(std::size_t{64} << 20);

    /// What the worker does with a file that was dropped.
    void openText(const std::string& text, std::uint32_t ticket = 1,
                  const DataSource& source = {DataSource::Kind::local, "keys.json", {}}) {
        session.run(Event{OpeningBegan{ticket, source, "keys.json"}});
        toEngine(wire::OpenBegin{ticket, text.size(), 0, "keys.json"});
        toEngine(wire::OpenChunk{ticket, std::as_bytes(std::span(text))});
        toEngine(wire::OpenEnd{ticket});
    }
    /// What a link holds, as the worker gets it.
    void openLink(const DataSource& source) {
        session.run(Event{OpeningBegan{1, source, "link"}});
        const std::string text = "data=" + source.text;
        toEngine(wire::OpenBegin{1, text.size(), 0, "link"});
        toEngine(wire::OpenChunk{1, std::as_bytes(std::span(text))});
        toEngine(wire::OpenEnd{1});
    }
    /// Asks, and lets the engine answer until nobody owes anything.
    void settle() {
        for (int round = 0; round < 20; ++round) {
            session.ask();
            deliver();
            work();
            if (!session.isWaiting() && host.sent.empty()) return;
        }
        FAIL("The session waits for an answer that nobody gives.");
    }
    void deliver() {
        for (const auto& message : std::exchange(host.sent, {})) {
            engine->message(message, [this](auto reply) { session.engineMessage(reply); });
        }
    }
    void work() {
        while (engine->work([this](auto reply) { session.engineMessage(reply); }, oneStep)) {}
    }
    /// The engine ends with all that was open and asked.
    void endEngine() {
        host.sent.clear();
        engine = std::make_unique<Engine>(std::size_t{64} << 20);
        session.engineLost();
    }

private:
    void toEngine(const wire::ToEngine& message) {
        engine->message(wire::encode(message),
                        [this](auto reply) { session.engineMessage(reply); });
    }
};

}  // namespace hw::test
