// SPDX-License-Identifier: MIT
#include "cli/output/waiting.h"

#include <chrono>
#include <utility>

#include "cli/output/terminal.h"
#include "cli/system/posix.h"

namespace hw::cli {

Waiting::Waiting(std::string what, bool isQuiet) : what_(std::move(what)) {
    if (!isQuiet && ::isatty(STDERR_FILENO) != 0) thread_ = std::thread([this] { tellSeconds(); });
}

Waiting::~Waiting() {
    if (!thread_.joinable()) return;
    {
        const std::lock_guard lock(mutex_);
        isOver_ = true;
    }
    changed_.notify_one();
    thread_.join();
}

void Waiting::tellSeconds() {
    std::unique_lock lock(mutex_);
    for (int seconds = 1;; ++seconds) {
        if (changed_.wait_for(lock, std::chrono::seconds(1), [this] { return isOver_; })) {
            if (seconds > 1) draw("\r\x1b[K");
            return;
        }
        draw("\r\x1b[K" + what_ + ": " + std::to_string(seconds) + " s");
    }
}

}  // namespace hw::cli
