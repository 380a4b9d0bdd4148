// SPDX-License-Identifier: MIT
// Which figures there are, and what each asks of the engine.
#include <algorithm>
#include <iterator>

#include "app/compared.h"
#include "app/faithfulness_model.h"
#include "app/flow_model.h"
#include "app/heads_model.h"
#include "app/multiples_model.h"
#include "app/panels.h"
#include "app/view_rules.h"
#include "figure/figures.h"

namespace hw::figure {
namespace {

constexpr std::string_view kindNames[] = {"bars",    "matrix", "evolution", "multiples",   "flow",
                                          "compare", "heads",  "image",     "faithfulness"};

/// A pair's own answer, once its sink is known, and the values beside it.
std::vector<Query> flowQueries(const AppState& state, ResultStore& results) {
    const Query profile = profileQuery(state, Method::flow);
    const Answer* answer = results.find(profile);
    if (answer == nullptr || (!answer->problem && answer->complete < 1)) return {profile};
    return {profile, flowEdgesQuery(state, flowSink(state, results))};
}

}  // namespace

std::optional<Kind> kindOf(std::string_view name) {
    const auto found = std::ranges::find(kindNames, name);
    if (found == std::end(kindNames)) return std::nullopt;
    return static_cast<Kind>(found - std::begin(kindNames));
}

bool hasFigure(const AppState& state, Kind kind) {
    if (!state.document) return false;
    const ExampleSummary& example = state.document->current;
    if (kind == Kind::flow) return isAvailable(example, state.view.side, Method::flow);
    const auto panel = fromName<Panel>(kindNames[static_cast<std::size_t>(kind)]);
    return !panel || hasPanel(example, *panel);
}

std::vector<std::string> figureNames(const AppState& state) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::size(kindNames); ++i) {
        if (hasFigure(state, static_cast<Kind>(i))) names.emplace_back(kindNames[i]);
    }
    return names;
}

std::vector<Query> figureQueries(const AppState& state, ResultStore& results, Kind kind) {
    const ViewState& view = state.view;
    switch (kind) {
        case Kind::bars:
        case Kind::image:
        case Kind::evolution: return {profileQuery(state, view.method)};
        case Kind::matrix:
            return {matrixQuery(state, Method::raw, view.layer),
                    matrixQuery(state, view.method, view.layer)};
        case Kind::multiples: return multiplesQueries(state);
        case Kind::flow: return flowQueries(state, results);
        case Kind::compare: return comparedQueries(state);
        case Kind::heads: return headsQueries(state);
        case Kind::faithfulness: return {correlationQuery(state)};
    }
    return {};
}

}  // namespace hw::figure
