// SPDX-License-Identifier: MIT
#include "page/rules/follow_text.h"

#include "core/tokens/align_tokens.h"
#include "page/rules/fit_view.h"

namespace hw {

bool isVariation(const DocumentSummary& one, const DocumentSummary& other) {
    return one.id == other.id && (!one.current.recipe.isEmpty() || !other.current.recipe.isEmpty());
}

ViewTokens textOf(const AppState& state) {
    const bool isAtDefault =
        state.document &&
        state.view.outputs == defaultOutputs(state.document->current, state.view.side);
    return {state.queryTokens(), state.keyTokens(), isAtDefault};
}

void followText(AppState& state, const ViewTokens& before) {
    ViewState& view = state.view;
    const std::vector<int> queries = alignTokens(before.queries, state.queryTokens());
    view.outputs = before.isAtDefault ? std::vector<int>() : carriedTokens(view.outputs, queries);
    if (view.outputs.empty()) view.outputs = defaultOutputs(state.document->current, view.side);
    const std::vector<int> keys = alignTokens(before.keys, state.keyTokens());
    view.hidden = carriedTokens(view.hidden, keys);
    for (std::vector<int>& span : view.spans) span = carriedTokens(span, keys);
    std::erase_if(view.spans, [](const std::vector<int>& span) { return span.size() < 2; });
    if (view.sink < 0) return;
    const std::vector<int> sink = carriedTokens({view.sink}, keys);
    view.sink = sink.empty() ? -1 : sink.front();
}

}  // namespace hw
