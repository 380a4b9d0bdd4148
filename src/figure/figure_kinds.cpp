// SPDX-License-Identifier: MIT
// Which figures there are, and what each asks of the engine.
#include <algorithm>
#include <iterator>

#include "app/flow_model.h"
#include "app/panels.h"
#include "app/view_rules.h"
#include "figure/figures.h"

namespace hw::figure {
namespace {

/// A pair's own answer, once its sink is known, and the values beside it.
std::vector<Query> flowQueries(const AppState& state, ResultStore& results) {
    const Query profile = profileQuery(state, Method::flow);
    const Answer* answer = results.find(profile);
    if (answer == nullptr || (!answer->problem && answer->complete < 1)) return {profile};
    return {profile, flowEdgesQuery(state, flowSink(state, results))};
}

struct FigureSpec {
    std::string_view name;  ///< that of its panel, but for small multiples, which share one
    FigureSubject subject;
    std::vector<Query> (*queries)(const AppState& state, ResultStore& results);
};

std::vector<Query> profileAlone(const AppState& state, ResultStore&) {
    return {profileQuery(state, state.view.method)};
}
std::vector<Query> matrices(const AppState& state, ResultStore&) {
    const ViewState& view = state.view;
    return {matrixQuery(state, Method::raw, view.layer),
            matrixQuery(state, view.method, view.layer)};
}
/// What its panel asks.
template <Panel panel>
std::vector<Query> panelQueries(const AppState& state, ResultStore&) {
    return specOf(panel).questions(state);
}

// In the order of Kind.
constexpr FigureSpec specs[] = {
    {"bars", FigureSubject::layer, profileAlone},
    {"matrix", FigureSubject::layer, matrices},
    {"evolution", FigureSubject::eachLayer, profileAlone},
    {"multiples", FigureSubject::eachLayer, panelQueries<Panel::evolution>},
    {"flow", FigureSubject::flow, flowQueries},
    {"compare", FigureSubject::columns, panelQueries<Panel::compare>},
    {"heads", FigureSubject::heads, panelQueries<Panel::heads>},
    {"image", FigureSubject::layer, profileAlone},
    {"faithfulness", FigureSubject::scores, panelQueries<Panel::faithfulness>},
};
static_assert(std::size(specs) == static_cast<std::size_t>(Kind::faithfulness) + 1);

const FigureSpec& specOf(Kind kind) { return specs[static_cast<std::size_t>(kind)]; }

}  // namespace

FigureSubject subjectOf(Kind kind) { return specOf(kind).subject; }

std::optional<Kind> kindOf(std::string_view name) {
    const auto found = std::ranges::find(specs, name, &FigureSpec::name);
    if (found == std::end(specs)) return std::nullopt;
    return static_cast<Kind>(found - std::begin(specs));
}

bool hasFigure(const AppState& state, Kind kind) {
    if (!state.document) return false;
    const ExampleSummary& example = state.document->current;
    if (kind == Kind::flow) return isAvailable(example, state.view.side, Method::flow);
    const auto panel = fromName<Panel>(specOf(kind).name);
    return !panel || hasPanel(example, *panel);
}

std::vector<std::string> figureNames(const AppState& state) {
    std::vector<std::string> names;
    for (const FigureSpec& spec : specs) {
        if (hasFigure(state, *kindOf(spec.name))) names.emplace_back(spec.name);
    }
    return names;
}

std::vector<Query> figureQueries(const AppState& state, ResultStore& results, Kind kind) {
    return specOf(kind).queries(state, results);
}

}  // namespace hw::figure
