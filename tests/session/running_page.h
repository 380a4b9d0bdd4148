// SPDX-License-Identifier: MIT
// The page's program without its window, between a real engine and a host that records its calls.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/engine_harness.h"
#include "protocol/open_choices.h"
#include "session/session.h"

namespace hw::test {

/// Records the session's calls, and carries its messages to an engine.
class NotingHost final : public Host {
public:
    void writeAddress(std::string_view fragment, bool) override { address = fragment; }
    void fetch(std::uint32_t ticket, const DataSource& source, std::string_view name,
               const Recipe&) override {
        fetches.push_back({ticket, source, std::string(name)});
    }
    void cancel(std::uint32_t ticket, const Problem& why) override {
        cancelled.emplace_back(ticket, sentence(why));
    }
    void lookFor(std::string_view name) override { sought.emplace_back(name); }
    void hold(std::uint32_t given) override { held.push_back(given); }
    void release(std::uint32_t given) override { released.push_back(given); }
    void makeExample(std::uint32_t document, const Recipe& recipe, bool isShown,
                     bool isSettled) override {
        (isShown ? shown : wanted).emplace_back(document, recipe);
        if (isShown) shownSettled = isSettled;
    }
    void showDialog(std::string_view name) override { dialogs.emplace_back(name); }
    void showLesson(std::string_view lesson, int step, bool asked) override {
        lessons.push_back(std::string(lesson) + ' ' + std::to_string(step) +
                          (asked ? " asked" : ""));
    }
    void present(bool on) override { presented.push_back(on); }
    void announce(std::string_view text) override { said.emplace_back(text); }
    void sendToEngine(std::span<const std::byte> message) override {
        sent.emplace_back(message.begin(), message.end());
    }
    void requestFrame() override { ++frames; }
    void opened(std::uint32_t ticket, bool isList) override {
        (isList ? listTickets : openedTickets).push_back(ticket);
    }
    void failed(std::uint32_t ticket, const Problem& problem) override {
        failures.emplace_back(ticket, problem.finding);
    }
    void notExported(std::uint32_t ticket, const Problem& problem) override {
        refusedExports.emplace_back(ticket, problem.finding);
    }
    void exported(std::uint32_t ticket, std::string_view, std::string_view mediaType,
                  std::string_view text) override {
        exports.emplace_back(ticket, std::string(mediaType) + "\n" + std::string(text));
    }

    std::string address;
    struct Fetch {
        std::uint32_t ticket;
        DataSource source;
        std::string name;
    };
    std::vector<Fetch> fetches;
    std::vector<std::pair<std::uint32_t, std::string>> cancelled;
    std::vector<std::string> sought;
    std::vector<std::uint32_t> held;
    std::vector<std::uint32_t> released;
    std::vector<std::pair<std::uint32_t, Recipe>> wanted;  ///< examples that the engine waits for
    std::vector<std::pair<std::uint32_t, Recipe>> shown;   ///< those that the page will show
    bool shownSettled = false;                             ///< the last of them
    std::vector<std::string> dialogs;
    std::vector<std::string> lessons;
    std::vector<bool> presented;
    std::vector<std::string> said;
    std::vector<std::vector<std::byte>> sent;
    std::vector<std::uint32_t> openedTickets;
    std::vector<std::uint32_t> listTickets;
    std::vector<std::pair<std::uint32_t, std::string>> failures;
    std::vector<std::pair<std::uint32_t, std::string>> refusedExports;
    std::vector<std::pair<std::uint32_t, std::string>> exports;
    int frames = 0;
};

/// A session, its host and an engine that can be replaced.
struct Running {
    NotingHost host;
    Session session{host};
    std::unique_ptr<Engine> engine = std::make_unique<Engine>(std::size_t{64} << 20);

    /// Opens a file by hand. Its number is the last one of `given`.
    std::uint32_t give(const std::string& name = "keys.json", const OpenOptions& options = {}) {
        return session.open(GiveFile{++given, name, options});
    }
    /// Does the worker's part with the data that are being opened.
    void feed(const std::string& text) {
        const Loading loading = session.state().loading;
        REQUIRE(loading.ticket != 0);
        feed(text, loading.ticket, loading.name);
    }
    void feed(const std::string& text, std::uint32_t ticket, const std::string& name,
              const OpenOptions& options = {}) {
        toEngine(wire::OpenBegin{ticket, text.size(), 0, name, openChoicesText(options)});
        toEngine(wire::OpenChunk{ticket, std::as_bytes(std::span(text))});
        toEngine(wire::OpenEnd{ticket});
    }
    /// The ticket of the opening.
    std::uint32_t openText(const std::string& text, const std::string& name = "keys.json") {
        const std::uint32_t ticket = give(name);
        feed(text);
        return ticket;
    }
    /// Sends requests, and lets the engine answer until none are open.
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
    /// Ends the engine, with its documents and requests.
    void endEngine(bool last = false) {
        host.sent.clear();
        engine = std::make_unique<Engine>(std::size_t{64} << 20);
        session.engineLost("it ran out of memory", last);
    }

    std::uint32_t given = 0;

private:
    void toEngine(const wire::ToEngine& message) {
        engine->message(wire::encode(message),
                        [this](auto reply) { session.engineMessage(reply); });
    }
};

}  // namespace hw::test
