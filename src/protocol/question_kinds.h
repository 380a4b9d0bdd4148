// SPDX-License-Identifier: MIT
// The fields of a Query that count for each kind of question, from its row in HW_QUESTIONS (protocol/query.h).
// Canonical questions, the engine's checks and messages read it. The engine's answers are in engine/tasks (NAMETask,
// task_parts.h).
#pragma once

#include <iterator>
#include <utility>

#include "protocol/query.h"

namespace hw {

struct QuestionSpec {
    Method method = Method::rollout;  ///< the only method if `readsMethod` is false
    bool readsMethod = false;         ///< the method, with the settings that matter in it
    bool readsOutputs = false;
    bool readsLayer = false;
    bool readsHead = false;
    bool readsGrouping = false;
    bool readsPlace = false;
};

#define HW_QUESTION_ROW(name, ...) QuestionSpec{__VA_ARGS__},
/// In the order of Query::What.
inline constexpr QuestionSpec questionKinds[] = {HW_QUESTIONS(HW_QUESTION_ROW)};
#undef HW_QUESTION_ROW

#define HW_QUESTION_NAME(name, ...) Query::What::name,
inline constexpr Query::What everyQuestion[] = {HW_QUESTIONS(HW_QUESTION_NAME)};
#undef HW_QUESTION_NAME

constexpr const QuestionSpec& specOf(Query::What what) {
    return questionKinds[std::to_underlying(what)];
}

}  // namespace hw
