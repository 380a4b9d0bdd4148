// SPDX-License-Identifier: MIT
// The questions that the present state needs answered, collected from the panels. Defined next to
// the panels (panels/needed_questions.cpp), which know them.
#pragma once

#include <vector>

#include "page/answers/result_store.h"
#include "page/state/app_state.h"

namespace hw {

/// Questions that depend on other answers. For example, the largest input is known only after its profile.
std::vector<Query> followUpQuestions(const AppState& state, ResultStore& results);

/// The questions of the shown views, most urgent first: those needed now before those that may come next. Omits those
/// that the user stopped. The pair of the flow view may depend on values that have arrived meanwhile.
std::vector<Query> neededQueries(const AppState& state, ResultStore& results);
/// The shown views' questions that can take seconds, stopped or not: matrices of flow, and the table of faithfulness.
std::vector<Query> longQuestions(const AppState& state);
/// True if the question can be a long one.
bool canTakeLong(const AppState& state, const Query& query);
/// True while a long question has been asked and its answer is not complete.
bool isLongUnderWay(const AppState& state, const ResultStore& results);

/// The questions to send now: all needed ones without a complete answer, most urgent first, if any of them has not been
/// sent yet. Otherwise none. Marks them as pending. Send the list as one wire::Ask.
std::vector<Query> questionsToAsk(const AppState& state, ResultStore& results);

}  // namespace hw
