// SPDX-License-Identifier: MIT
#include "page/answers/grouping.h"

#include <algorithm>
#include <limits>

namespace hw {
namespace {

/// The number of each token's unit among the shown units, or -1 for hidden tokens.
std::vector<int> shownNumbers(const Units& units) {
    std::vector<int> numbers(units.unitOf.size(), -1);
    int next = 0;
    for (const Unit& unit : units.list) {
        if (!unit.isShown()) continue;
        for (const int token : unit.shown) numbers[token] = next;
        ++next;
    }
    return numbers;
}

}  // namespace

OutputTokens outputTokens(const AppState& state) {
    OutputTokens outputs;
    if (isPlain(state.view) || !state.document) return outputs;
    const Units units = namelessUnits(state, true);
    const bool chosen = state.view.outputMode == OutputMode::chosen;
    if (units.isPlain()) return outputs;
    for (int token = 0; token < static_cast<int>(units.unitOf.size()); ++token) {
        const std::vector<int>& picked = state.view.outputs;
        const int unit = units.of(token);
        const bool taken = chosen ? std::binary_search(picked.begin(), picked.end(), token)
                                  : units.list[unit].isShown();
        if (!taken) continue;
        outputs.tokens.push_back(token);
        outputs.groups.push_back(unit);
    }
    return outputs;
}

Grouping groupingOf(const AppState& state) {
    Grouping grouping;
    if (isPlain(state.view) || !state.document) return grouping;
    const Units queries = namelessUnits(state, true);
    const Units keys = namelessUnits(state, false);
    if (!queries.isPlain()) grouping.queries = shownNumbers(queries);
    if (!keys.isPlain()) grouping.keys = shownNumbers(keys);
    const bool leftOut = std::any_of(keys.list.begin(), keys.list.end(), [](const Unit& unit) {
        return unit.shown.size() < unit.tokens.size();
    });
    grouping.renormalise = leftOut && state.view.renormaliseHidden;
    return grouping;
}

Grouping wordGrouping(const AppState& state) {
    Grouping grouping;
    if (!state.document || (!state.view.words && state.view.spans.empty())) return grouping;
    for (const bool queries : {true, false}) {
        const Units units = namelessUnits(state, queries);
        if (units.list.size() < units.unitOf.size()) {
            (queries ? grouping.queries : grouping.keys) = units.unitOf;
        }
    }
    return grouping;
}

std::vector<float> groupKeys(const Units& units, std::span<const float> row) {
    std::vector<float> values;
    values.reserve(units.list.size());
    for (const Unit& unit : units.list) {
        double sum = unit.isShown() ? 0.0 : std::numeric_limits<double>::quiet_NaN();
        for (const int token : unit.shown) { sum += static_cast<double>(row[token]); }
        values.push_back(static_cast<float>(sum));
    }
    return values;
}

}  // namespace hw
