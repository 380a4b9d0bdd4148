// SPDX-License-Identifier: MIT
#include "panels/graph/obstacles.h"

#include "core/model/methods.h"
#include "page/answers/standing.h"
#include "page/rules/available.h"

namespace hw {
namespace {

constexpr int mostTokens = 1024;  ///< since tracing reads every weight of every layer

}  // namespace

std::string whyNotTraced(const AppState& state) {
    if (state.view.side == Side::cross)
        return "Only one step connects encoder and decoder. Choose “lines”."_tr;
    if (!specOf(state.view.method).isProduct) {
        return formatText(
            state.view.method == Method::flow
                ? "{} cannot be traced. Choose raw attention, rollout, “lines” or the Flow view."_tr
                : "{} cannot be traced. Choose raw attention, rollout or “lines”."_tr,
            {specOf(state.view.method).label});
    }
    if (formOf(state, state.view.method) == ValueForm::signs ||
        hasNegative(state.document->current, state.view.side))
        return "Negative values can’t be shares. Choose “lines”."_tr;
    if (state.queryCount() > mostTokens)
        return formatText("Tracing takes at most {} tokens."_tr, {mostTokens});
    return "";
}

std::vector<Alternative> tracedInstead(const AppState& state) {
    const ExampleSummary& example = state.document->current;
    std::vector<Alternative> ways{{"lines"_tr, "graph=lines"}};
    const bool across = state.view.side == Side::cross;
    if (!across && !specOf(state.view.method).isProduct) {
        for (const Method method : {Method::raw, Method::rollout}) {
            if (isAvailable(example, state.view.side, method))
                ways.push_back({specOf(method).label, "method=" + std::string(nameOf(method))});
        }
        if (state.view.method == Method::flow) ways.push_back({"Flow"_tr, "panel=flow"});
    }
    if (across) {
        for (Alternative& way : sidesAlone(state)) ways.push_back(std::move(way));
    }
    return ways;
}

}  // namespace hw
