// SPDX-License-Identifier: MIT
// Questions to the engine about the present state.
#pragma once

#include <optional>
#include <vector>

#include "page/answers/result_store.h"
#include "page/state/app_state.h"
#include "protocol/query.h"

namespace hw {

/// The question for the chosen outputs over all layers (bars, sentence, evolution).
Query profileQuery(const AppState& state, Method method);
/// The question for gradients of the chosen outputs, in addition to pure attention: relevance (Chefer, Gur & Wolf 2021)
/// without the 1 that each token begins with, and without attention to sinks. nullopt if the side has no gradients, or
/// if the view already uses them or shows a ratio.
std::optional<Query> gradientQuery(const AppState& state);
/// The question for a whole matrix after a layer.
Query matrixQuery(const AppState& state, Method method, int layer);
/// A matrix with flow divided by its rows' sums, if the state asks for it.
const Answer* plainMatrix(const AppState& state, ResultStore& results, const Query& query);
/// The same as shown: as a ratio to the uniform causal model if the state asks for it, once both are there.
const Answer* shownMatrix(const AppState& state, ResultStore& results, const Query& query);
/// True for a profile or matrix of the open example that the view shows as a ratio to the uniform causal model.
bool isOver(const AppState& state, const Query& query);
/// The queries, each followed by the same question about the uniform causal model.
std::vector<Query> withUniform(const AppState& state, std::vector<Query> queries);
/// Any question about the shown side and the chosen outputs, with the given settings.
Query questionWith(const AppState& state, Query::What what, Method method, Settings settings,
                   int layer = 0);
/// True if the user stopped this question (StopWork), at this or another layer. The partial answer stays.
bool isStopped(const AppState& state, const Query& query);

}  // namespace hw
