// SPDX-License-Identifier: MIT
// What all kinds of tasks share: the checked question and its factories. Internal to engine/tasks.
#pragma once

#include "core/methods/output_choice.h"
#include "core/methods/token_groups.h"
#include "engine/store/bad_question.h"
#include "engine/tasks/task.h"
#include "protocol/question_kinds.h"

namespace hw {

/// A question that has been checked: every index is in range.
struct Assignment {
    Query query;
    DocumentRef document;
    ExampleRef example;
    const AttentionTensor* tensor = nullptr;  ///< of the query's side
    int keys =
        0;  ///< of a row of the answer: the tensor's, of a flow across both sides those of both
    OutputChoice outputs;
    WorkKey key;
};

/// The cache key of a method in the same example with the same settings.
WorkKey workKey(const Assignment& assignment, Method method);

using MadeTask = Result<std::unique_ptr<Task>>;

/// What a task may use of the engine.
struct TaskTools {
    WorkCache& cache;
    FlowHelpers& helpers;
};
/// One a kind of question (protocol/query.h), checked: explanationTask answers Query::What::explanation. Those that
/// are not in task.cpp are in a file of their own; the linker reports a missing one.
#define HW_QUESTION_TASK(name, ...) \
    MadeTask name##Task(Assignment assignment, const TaskTools& tools);
HW_QUESTIONS(HW_QUESTION_TASK)
#undef HW_QUESTION_TASK

MadeTask makeRawTask(Assignment assignment);
MadeTask makeStackTask(Assignment assignment, WorkCache& cache);
MadeTask makeFlowTask(Assignment assignment, WorkCache& cache, FlowHelpers& helpers);
MadeTask makeFlowEdgesTask(Assignment assignment, WorkCache& cache);
MadeTask makeJointTask(Assignment assignment);
MadeTask makeHeadsTask(Assignment assignment, WorkCache& cache);
MadeTask makeHeadFlowsTask(Assignment assignment);

RowDivision divisionOf(const Grouping& grouping);
/// One side of a Grouping as token groups; an empty list means a group per token.
TokenGroups groupsOf(const std::vector<int>& given, int tokens);

}  // namespace hw
