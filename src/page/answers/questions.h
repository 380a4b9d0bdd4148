// SPDX-License-Identifier: MIT
// Questions to the engine about the present state.
#pragma once

#include <vector>

#include "page/answers/result_store.h"
#include "page/state/app_state.h"
#include "protocol/query.h"

namespace hw {

/// The question for the chosen outputs over all layers (bars, sentence, evolution).
Query profileQuery(const AppState& state, Method method);
/// The question for a whole matrix after a layer.
Query matrixQuery(const AppState& state, Method method, int layer);
/// The answer to show: for flow with each row divided by its sum, if the state says so.
const Answer* shownMatrix(const AppState& state, ResultStore& results, const Query& query);
/// Any question about the shown side and the chosen outputs, with the given settings.
Query questionWith(const AppState& state, Query::What what, Method method, Settings settings,
                   int layer = 0);
/// True if the user stopped this question (StopWork), at this or another layer; the partial answer stays.
bool isStopped(const AppState& state, const Query& query);

}  // namespace hw
