// SPDX-License-Identifier: MIT
// A progress line on a terminal, with how far a batch is, how fast, and the time left.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace hw::cli {

class Progress {
public:
    /// `total` is the bytes of all inputs, if known. `isShown` is true if standard error is a terminal.
    Progress(std::optional<std::uint64_t> total, bool isShown);
    ~Progress() { clear(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// `taken` and `skipped` are in bytes. Earlier runs did the skipped ones. Draws at most five times a second.
    void show(std::uint64_t taken, std::uint64_t skipped, std::uint64_t examples,
              std::uint64_t failed);
    /// Erases the line.
    void clear();

private:
    using Clock = std::chrono::steady_clock;
    std::optional<std::uint64_t> total_;
    bool isShown_;
    bool isDrawn_ = false;
    Clock::time_point start_ = Clock::now();
    Clock::time_point drawn_ = start_;
};

/// "41 %, 1204 examples, 35.2 a second, 3 min left". `seconds` since the start. The time left is estimated by bytes.
std::string progressLine(double seconds, std::optional<std::uint64_t> total, std::uint64_t taken,
                         std::uint64_t skipped, std::uint64_t examples, std::uint64_t failed);

/// True if standard error is a terminal.
bool showsProgress();

}  // namespace hw::cli
