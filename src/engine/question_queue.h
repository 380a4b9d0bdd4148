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
    struct Waiting {
        Query query;
        bool forViews = true;        ///< false: asked by a program, stays until answered
        std::uint32_t ticket = 0;    ///< of an export, else 0
        std::string format;          ///< of an export
        bool relative = false;       ///< of an export
        bool overUniform = false;    ///< of an export: divided by what the uniform causal model has
        std::optional<Answer> seen;  ///< of such a one: what is divided, once it is there
        ExampleRef example;          ///< that it is about, once its turn has come
        std::unique_ptr<Task> task;  ///< null until its turn comes
        std::chrono::steady_clock::time_point told{};  ///< when a part of the answer was last sent
        int layer = 0;                                 ///< wire::Ask::layer
        bool isParked = false;  ///< its example is being made again: others go ahead
        bool isRough =
            false;  ///< ranges of its values were sent: others of its kind have theirs first
    };

    /// Puts the questions at the front; those already queued keep their progress. Returns the ones that are
    /// dropped because `ask.replaces` is set and it does not list them.
    std::vector<Waiting> ask(wire::Ask ask);
    /// An export goes before everything: the user is waiting for a file.
    void add(wire::Export order);
    /// Removes and returns all for which `which` is true.
    std::vector<Waiting> remove(const std::function<bool(const Waiting&)>& which);

    /// The questions about an example that is there again go on.
    void wake(ExamplePlace place);

    /// Of those that are not parked.
    bool empty() const { return std::ranges::all_of(waiting_, &Waiting::isParked); }
    Waiting& front() { return *first(); }
    void popFront() { waiting_.erase(first()); }

private:
    std::vector<Waiting>::iterator first();
    std::vector<Waiting> waiting_;
};

}  // namespace hw
