// SPDX-License-Identifier: MIT
// Code that the tasks of attention flow share. Internal to engine/tasks.
#pragma once

#include "engine/tasks/task_parts.h"

namespace hw {

/// Units of the solver, about a nanosecond each.
constexpr std::int64_t pieceOfWork = 1'500'000;

/// The result of a step that builds the network. The task continues in the next step, or fails with it.
inline Result<bool> notYet(Result<bool> stands) {
    if (stands) return false;
    return stands;
}

/// The network that all questions with these settings share.
inline auto flowWork(Assignment& assignment, WorkCache& cache) {
    assignment.key = workKey(assignment, Method::flow);
    return cache.flow(assignment.example, assignment.key);
}

}  // namespace hw
