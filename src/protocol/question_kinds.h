// SPDX-License-Identifier: MIT
// The kinds of questions, one row each: which fields of a Query count. Canonical questions, the engine's checks and
// messages read it; how a question is answered is in engine/tasks (NAMETask, task_parts.h). A kind's meaning is
// said beside its name (Query::What).
#pragma once

#include <iterator>
#include <utility>

#include "protocol/query.h"

namespace hw {

struct QuestionSpec {
    Method method = Method::rollout;  ///< the only one, where `readsMethod` is false
    bool readsMethod = false;         ///< the method, with the settings that play a part in it
    bool readsOutputs = false;
    bool readsLayer = false;
    bool readsHead = false;
    bool readsGrouping = false;
    bool readsPlace = false;
};

/// In the order of Query::What, which a check below compares. Code that needs all kinds expands this list.
// clang-format off
#define HW_QUESTIONS(row)                                                                             \
    row(profile, .readsMethod = true, .readsOutputs = true)                                           \
    row(matrix, .readsMethod = true, .readsLayer = true, .readsGrouping = true)                       \
    row(headMatrix, .method = Method::raw, .readsLayer = true, .readsHead = true, .readsGrouping = true) \
    row(heads, .method = Method::raw, .readsLayer = true, .readsGrouping = true)                      \
    row(headStatistics, .method = Method::raw)                                                        \
    row(flowEdges, .readsMethod = true, .readsOutputs = true, .readsLayer = true)                     \
    row(correlation, .readsOutputs = true)                                                            \
    row(explanation, .readsMethod = true, .readsPlace = true)
// clang-format on

#define HW_QUESTION_ROW(name, ...) QuestionSpec{__VA_ARGS__},
inline constexpr QuestionSpec questionKinds[] = {HW_QUESTIONS(HW_QUESTION_ROW)};
#undef HW_QUESTION_ROW

#define HW_QUESTION_NAME(name, ...) Query::What::name,
inline constexpr Query::What everyQuestion[] = {HW_QUESTIONS(HW_QUESTION_NAME)};
#undef HW_QUESTION_NAME

static_assert(
    [] {
        for (std::size_t i = 0; i < std::size(everyQuestion); ++i) {
            if (static_cast<std::size_t>(std::to_underlying(everyQuestion[i])) != i) return false;
        }
        return true;
    }(),
    "the rows stand in the order of Query::What");

constexpr const QuestionSpec& specOf(Query::What what) {
    return questionKinds[std::to_underlying(what)];
}

}  // namespace hw
