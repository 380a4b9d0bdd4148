// SPDX-License-Identifier: MIT
// The engine's queue of questions, most urgent first. Internal to engine.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/tasks/task.h"
#include "protocol/messages.h"

namespace hw {

class QuestionQueue {
public:
    struct QueuedQuestion {
        Query query;
        bool forViews = true;  ///< false if a program asked. Such a question stays until answered
        std::uint32_t ticket = 0;       ///< for an export, else 0
        std::string format;             ///< for an export
        bool relative = false;          ///< for an export
        bool dividesByUniform = false;  ///< for an export divided by the uniform causal model
        std::optional<Answer> seen;     ///< the answer to divide, once it is computed
        ExampleRef example;             ///< the question's example, once its turn has come
        std::unique_ptr<Task> task;     ///< null until its turn comes
        std::chrono::steady_clock::time_point told{};  ///< when a part of the answer was last sent
        int layer = 0;                                 ///< wire::Ask::layer
        bool isParked = false;  ///< its example is being made again, and other questions come first
        bool isRough =
            false;  ///< ranges of its values were sent, and other questions of its kind get theirs first
    };

    /// Puts the questions at the front. Those already queued keep their progress. Returns the ones that are dropped
    /// because `ask.replaces` is set and does not list them.
    std::vector<QueuedQuestion> ask(wire::Ask ask);
    /// An export comes first, since the user is waiting for a file.
    void add(wire::Export order);
    /// Removes and returns all for which `which` is true.
    std::vector<QueuedQuestion> remove(const std::function<bool(const QueuedQuestion&)>& which);

    /// Continues the questions about an example that has been made again.
    void wake(ExamplePlace place);

    /// True if all questions are parked.
    bool empty() const { return std::ranges::all_of(waiting_, &QueuedQuestion::isParked); }
    QueuedQuestion& front() { return *first(); }
    void popFront() { waiting_.erase(first()); }

private:
    std::vector<QueuedQuestion>::iterator first();
    std::vector<QueuedQuestion> waiting_;
};

}  // namespace hw
