// SPDX-License-Identifier: MIT
#include "page/rules/opened_terms.h"

#include "core/number_text.h"

namespace hw {

std::string termsText(const OpenedTerms& opened) {
    std::string text;
    for (const int token : opened.down) text += (text.empty() ? "" : ",") + numberText(token);
    if (opened.kind == NumberKind::value) return text;
    const char* sign = opened.kind == NumberKind::weight ? "w" : "h";
    return text + (text.empty() ? "" : ",") + sign + numberText(opened.key);
}

ExplainedPlace explainedPlace(const AppState& state) {
    const ViewState& view = state.view;
    return {state.document ? state.document->id : 0,
            view.example,
            view.side,
            view.method,
            view.layer,
            view.sink,
            view.outputs};
}

void forgetOpened(AppState& state, const ExplainedPlace& before) {
    const ExplainedPlace now = explainedPlace(state);
    if (now == before || now.document != before.document) return;
    state.view.opened = {};
    state.view.flowPaths = -1;
}

}  // namespace hw
