// SPDX-License-Identifier: MIT
// Code that all kinds of tasks share: the checked question and its factories. Internal to engine/tasks.
#pragma once

#include "core/methods/output_choice.h"
#include "core/methods/token_groups.h"
#include "engine/store/bad_question.h"
#include "engine/tasks/task.h"
#include "protocol/question_kinds.h"

namespace hw {

/// A checked question, in which every index is in range.
struct Assignment {
    Query query;
    DocumentRef document;
    ExampleRef example;
    const AttentionTensor* tensor = nullptr;  ///< of the query's side
    int keys =
        0;  ///< of a row of the answer. The tensor's keys, or those of both sides for a flow across them
    OutputChoice outputs;
    WorkKey key;
};

/// The cache key of a method in the same example with the same settings.
WorkKey workKey(const Assignment& assignment, Method method);

using MadeTask = Result<std::unique_ptr<Task>>;

/// The parts of the engine that tasks use.
struct TaskTools {
    WorkCache& cache;
    FlowHelpers& helpers;
};
/// One function per kind of question (protocol/query.h). explanationTask answers Query::What::explanation. Those that
/// are not in task.cpp have their own files. The linker reports a missing one.
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
/// One side of a Grouping as token groups. For an empty list, each token is a group.
TokenGroups groupsOf(const std::vector<int>& given, int tokens);

}  // namespace hw
