// SPDX-License-Identifier: MIT
// What somebody sees who waits for longer than a second.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace hw::cli {

/// While it lives, and from the first second on, standard error says how long the work takes, on a line that is gone afterwards. On a
/// terminal only.
class Waiting {
public:
    Waiting(std::string what, bool isQuiet);
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;
    ~Waiting();

private:
    void tellSeconds();

    std::string what_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool isOver_ = false;
    std::thread thread_;  ///< none where nobody looks
};

}  // namespace hw::cli
