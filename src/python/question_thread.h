// SPDX-License-Identifier: MIT
// Questions about a model that runs in Python (model/distant/distant.h), one message after the other.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "model/distant/distant.h"

namespace hw::python {

/// Computes in its own thread, which waits while Python makes the runs. Meanwhile Python can do something else, or give
/// up.
class QuestionThread {
public:
    QuestionThread() = default;
    QuestionThread(const QuestionThread&) = delete;
    QuestionThread& operator=(const QuestionThread&) = delete;
    ~QuestionThread() { close(); }

    /// Takes the question, and then the answer to each request. Returns the next request, or the last message.
    std::string ask(service::Message message);
    /// Gives the question up.
    void close();

private:
    void work();
    Result<service::Message> wait();
    void sendMessage(std::string message);

    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<service::Message> given_;
    std::optional<std::string> said_;
    bool isClosed_ = false;
    std::thread thread_;
};

}  // namespace hw::python
