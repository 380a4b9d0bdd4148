// SPDX-License-Identifier: MIT
// The questions that the present state still needs, out of what each panel asks. Defined with
// the panels (panels/needed_questions.cpp), which know.
#pragma once

#include <vector>

#include "page/answers/result_store.h"
#include "page/state/app_state.h"

namespace hw {

/// What shown views ask once others are answered: which input is the largest is known with its profile.
std::vector<Query> followUpQuestions(const AppState& state, ResultStore& results);

/// What the shown views need, most urgent first: what is asked for now before what may come next. What
/// somebody stopped is left out. The pair of the flow view can depend on values that came in meanwhile.
std::vector<Query> neededQueries(const AppState& state, ResultStore& results);
/// Those of the shown views' questions that can take seconds, stopped or not: matrices of flow, and the table
/// of faithfulness.
std::vector<Query> longQuestions(const AppState& state);
/// True while one of them has been asked and its answer is not complete.
bool isLongUnderWay(const AppState& state, const ResultStore& results);

/// What has to be asked now: all needed questions without a full answer, most urgent first, if one of
/// them has not been asked yet; else nothing. Marks them as pending. Send the list as one wire::Ask.
std::vector<Query> questionsToAsk(const AppState& state, ResultStore& results);

}  // namespace hw
