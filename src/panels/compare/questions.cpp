// SPDX-License-Identifier: MIT
#include "panels/compare/questions.h"

#include <cmath>
#include <utility>

#include "page/answers/questions.h"

namespace hw {

Query comparedProfileQuery(const AppState& state, const ComparedView& column) {
    return questionWith(state, Query::What::profile, column.method, settingsOf(state, column));
}

Query comparedMatrixQuery(const AppState& state, const ComparedView& column, int layer) {
    return questionWith(state, Query::What::matrix, column.method, settingsOf(state, column),
                        layer);
}

std::vector<Query> comparedQueries(const AppState& state) {
    std::vector<Query> queries;
    const auto add = [&](const AppState& at, Query query) {
        for (Query& each : withUniform(at, {std::move(query)})) queries.push_back(std::move(each));
    };
    std::vector<ComparedView> columns = shownColumns(state);
    // Scores come with their example.
    std::erase_if(columns, [](const ComparedView& column) { return !column.score.empty(); });
    for (const ComparedView& column : columns) {
        const std::optional<AppState> own = stateElsewhere(state, column);
        if (own || !isElsewhere(state, column)) {
            add(own ? *own : state, comparedProfileQuery(own ? *own : state, column));
        }
    }
    if (state.view.compareForm != CompareForm::matrices) return queries;
    const double head = state.playback.head;
    for (const ComparedView& column : columns) {
        const std::optional<AppState> own = stateElsewhere(state, column);
        if (!own && isElsewhere(state, column)) continue;
        const AppState& at = own ? *own : state;
        add(at, comparedMatrixQuery(at, column, layerOf(at, column)));
        if (own || column.layer) continue;
        for (const double layer : {std::floor(head), std::ceil(head)}) {
            add(at, comparedMatrixQuery(at, column, static_cast<int>(layer)));
        }
    }
    return queries;
}

}  // namespace hw
