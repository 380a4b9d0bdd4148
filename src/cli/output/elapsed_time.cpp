// SPDX-License-Identifier: MIT
#include "cli/output/elapsed_time.h"

#include <chrono>
#include <utility>

#include "cli/output/terminal.h"
#include "cli/system/posix.h"

namespace hw::cli {

ElapsedTime::ElapsedTime(std::string what, bool isQuiet) : what_(std::move(what)) {
    if (!isQuiet && ::isatty(STDERR_FILENO) != 0) thread_ = std::thread([this] { printSeconds(); });
}

ElapsedTime::~ElapsedTime() {
    if (!thread_.joinable()) return;
    {
        const std::lock_guard lock(mutex_);
        isOver_ = true;
    }
    changed_.notify_one();
    thread_.join();
}

void ElapsedTime::printSeconds() {
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
