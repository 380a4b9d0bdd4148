// SPDX-License-Identifier: MIT
// The page's program without a window. It has a session, and an engine that answers synchronously.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/input.h"
#include "engine/engine.h"
#include "session/session.h"

namespace hw::cli {

/// Passes on the bytes of the input in pieces. Error: the bytes cannot be read.
using Feed = std::function<Result<void>(const Take& take)>;

class Windowless final : public Host {
public:
    explicit Windowless(std::uint64_t memoryBytes) : memoryBytes_(memoryBytes) {}

    Session& session() { return session_; }
    const AppState& state() const { return session_.state(); }

    /// Opens data by a command that names them (GiveFile, OpenSource). The bytes always come from `feed`. Data from a
    /// URL are called `name`. Errors: those of reading and of io/open.h.
    Result<void> open(const hw::Command& command, const Feed& feed, const std::string& name);
    /// Carries out a command, and waits for the engine (another example). Error: the part of a link
    /// that does not fit the data.
    Result<void> run(const hw::Command& command);
    /// Requests all data of a figure. Error: tooLarge if they do not fit in memory together.
    Result<void> prepare(std::string_view figure);

    void fetch(std::uint32_t ticket, const DataSource& source, std::string_view name,
               const Recipe& recipe) override;
    void makeExample(std::uint32_t document, const Recipe& recipe, bool isShown,
                     bool isSettled) override;
    void sendToEngine(std::span<const std::byte> message) override;
    void failed(std::uint32_t ticket, const Problem& problem) override;

private:
    void pump();

    std::uint64_t memoryBytes_;
    std::vector<std::vector<std::byte>> sent_;  ///< sent to the engine, not handled yet
    wire::OpenBegin begin_;                     ///< how the data are opened
    std::optional<Problem> problem_;            ///< why they could not be opened
    Engine engine_;
    Session session_{*this};
};

}  // namespace hw::cli
