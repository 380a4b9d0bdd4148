// SPDX-License-Identifier: MIT
// Shows that the program works if it takes longer than a second.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace hw::cli {

/// During its lifetime, from the first second on, standard error shows how long the work takes, on a line that is
/// erased at the end. Only on a terminal.
class ElapsedTime {
public:
    ElapsedTime(std::string what, bool isQuiet);
    ElapsedTime(const ElapsedTime&) = delete;
    ElapsedTime& operator=(const ElapsedTime&) = delete;
    ~ElapsedTime();

private:
    void printSeconds();

    std::string what_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool isOver_ = false;
    std::thread thread_;  ///< none without a terminal
};

}  // namespace hw::cli
