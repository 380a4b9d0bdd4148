// SPDX-License-Identifier: MIT
#include "page/answers/standing.h"

#include <algorithm>
#include <utility>

#include "page/answers/needed_questions.h"
#include "page/answers/questions.h"
#include "page/rules/available.h"
#include "protocol/canonical_query.h"

namespace hw {

Standing refused(std::string why, std::vector<Alternative> ways) {
    return {Standing::Kind::refused, std::move(why), std::move(ways)};
}

std::vector<Alternative> sidesAlone(const AppState& state) {
    std::vector<Alternative> ways;
    if (!state.document) return ways;
    for (const Side side : availableSides(state.document->current)) {
        if (side == Side::cross || side == state.view.side) continue;
        const LocalizedText word = side == Side::encoder   ? "encoder"_tr
                                   : side == Side::decoder ? "decoder"_tr
                                                           : "contributions"_tr;
        ways.push_back({word, "side=" + std::string(nameOf(side))});
    }
    return ways;
}

Standing covered() {
    return {Standing::Kind::notAsked, "Hidden until you answer the lesson’s question."_tr};
}

Standing underWay() { return {Standing::Kind::underWay, "Computing …"_tr}; }

Standing standingOf(const AppState& state, ResultStore& results, const Query& query) {
    if (results.isCovered(query.method)) return covered();
    const Answer* answer = results.find(query);
    if (answer != nullptr && answer->problem) {
        const Problem& problem = *answer->problem;
        return refused(problem.finding + (problem.remedy.empty() ? "" : " " + problem.remedy));
    }
    // A ratio to the uniform causal model also needs the answer about that model.
    if (answer != nullptr && isOver(state, query))
        return standingOf(state, results, uniformOf(query));
    if (answer != nullptr) return {Standing::Kind::there, ""};
    if (state.document && state.document->id == query.document &&
        state.document->example == query.example) {
        const ExampleSummary& example = state.document->current;
        if (!isAvailable(example, query.side, query.method))
            return refused(whyUnavailable(example, query.side, query.method));
    }
    if (isStopped(state, query)) return {Standing::Kind::stopped, "Stopped. Press K to resume."_tr};
    const auto isMeant = [&] {
        const std::vector<Query> needed = neededQueries(state, results);
        return std::ranges::find(needed, query) != needed.end();
    };
    if (results.isPending(query) || isMeant()) return underWay();
    return {Standing::Kind::notAsked, "This is not being computed."_tr};
}

}  // namespace hw
