// SPDX-License-Identifier: MIT
#include "panels/flow/model.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>

#include "core/tokens/token_text.h"
#include "page/answers/needed_questions.h"
#include "page/answers/questions.h"
#include "page/answers/shown_profile.h"
#include "page/models/controls_model.h"
#include "page/models/model_text.h"
#include "page/rules/available.h"
#include "page/rules/panes.h"
#include "panels/flow/caption.h"

namespace hw {
namespace {

int chosenSource(const AppState& state) {
    return state.view.outputs.empty() ? 0 : state.view.outputs.front();
}

/// Largest flow through any node of each token.
std::vector<double> throughTokens(const PairFlow& flow, int tokens) {
    std::vector<double> best(tokens, 0.0);
    std::vector<double> into(tokens, 0.0);
    int layer = -1;
    const auto take = [&] {
        for (std::size_t i = 0; i < into.size(); ++i) best[i] = std::max(best[i], into[i]);
        std::fill(into.begin(), into.end(), 0.0);
    };
    for (const FlowEdge& edge : flow.edges) {
        if (edge.layer != layer) take();
        layer = edge.layer;
        into[edge.key] += edge.amount;
    }
    take();
    best[flow.source] = flow.value;
    return best;
}

/// The tokens with most flow, in text order, and always source and sink.
std::vector<int> drawnTokens(const PairFlow& flow, int tokens, int most) {
    std::vector<int> order(tokens);
    std::iota(order.begin(), order.end(), 0);
    if (tokens <= most) return order;
    const std::vector<double> through = throughTokens(flow, tokens);
    const auto weight = [&](int token) {
        return token == flow.source || token == flow.sink ? std::numeric_limits<double>::infinity()
                                                          : through[token];
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return weight(a) > weight(b); });
    order.resize(most);
    while (order.size() > 2 && weight(order.back()) == 0) order.pop_back();
    std::stable_sort(order.begin(), order.end());
    return order;
}

bool inCut(const MinimumCut& cut, const FlowEdge& edge) {
    return std::any_of(cut.edges.begin(), cut.edges.end(), [&](const FlowEdge& other) {
        return other.layer == edge.layer && other.query == edge.query && other.key == edge.key;
    });
}

/// An edge between two drawn tokens is a ribbon. A joint flow's cut is its output's own row, which needs no marks.
void addRibbons(FlowModel& model, const PairFlow& flow) {
    for (const FlowEdge& edge : flow.edges) {
        FlowRibbon* ribbon = addRibbon(model, edge);
        if (ribbon != nullptr)
            ribbon->inCut = model.sink != allInputs && inCut(flow.nearSource, edge);
    }
}

void addPaths(FlowModel& model, const PairFlow& flow, const std::vector<std::string>& names) {
    constexpr std::size_t most = 8;
    model.paths = pathTexts(flow, names, most);
    for (std::size_t i = 0; i < model.paths.size(); ++i) {
        std::vector<int> rows;
        for (const int token : flow.paths[i].tokens) rows.push_back(rowOf(model, token));
        model.pathRows.push_back(std::move(rows));
    }
}

/// Keeps the widest of each layer. More cannot be distinguished, and each costs a curve.
void keepWidest(std::vector<FlowRibbon>& ribbons, int layers) {
    const int most = std::max(60, 1200 / std::max(layers, 1));
    std::stable_sort(ribbons.begin(), ribbons.end(),
                     [](const FlowRibbon& a, const FlowRibbon& b) { return a.amount > b.amount; });
    std::map<int, int> count;
    std::erase_if(ribbons, [&](const FlowRibbon& ribbon) { return ++count[ribbon.layer] > most; });
}

/// A pair's flow next to those to all other inputs, as in the bars.
void addSinkValues(FlowModel& model, const AppState& state, ResultStore& results) {
    const ShownProfile profile(results.find(profileQuery(state, Method::flow)), state,
                               Method::flow);
    // With merged words the profile is about several tokens, and the graph about one of them.
    const bool same =
        profile.ready() && profile.units().list.size() == profile.units().unitOf.size();
    if (same) model.sinkDecimals = decimalsFor(profile.largest(model.layer));
    for (const int token : model.rows) {
        model.sinkValues.push_back(same ? profile.at(model.layer, token)
                                        : std::numeric_limits<double>::quiet_NaN());
    }
    if (profile.ready() && !same) {
        model.caption.append(" ").append(
            "The graph connects tokens without merging words and spans."_tr);
    }
}

}  // namespace

int flowSink(const AppState& state, ResultStore& results) {
    const int keys = state.keyCount();
    if (state.view.sink == allInputs) return allInputs;
    if (state.view.sink >= 0 && state.view.sink < keys) return state.view.sink;
    const ShownProfile profile(results.find(profileQuery(state, Method::flow)), state,
                               Method::flow);
    int best = -1;
    for (int key = 0; key < profile.keys(); ++key) {
        // The token itself is nearly always first and least informative.
        const int token = profile.units().list[key].token();
        if (token == chosenSource(state)) continue;
        const float value = profile.at(state.view.layer, key);
        if (std::isnan(value)) continue;
        if (best < 0 || value > profile.at(state.view.layer, best)) best = key;
    }
    if (best >= 0) return profile.units().list[best].shown.front();
    return std::clamp(chosenSource(state), 0, std::max(0, keys - 1));
}

std::string whyNoFlowGraph(const AppState& state) {
    const ExampleSummary& example = state.document->current;
    const Side side = state.view.side;
    if (!isAvailable(example, side, Method::flow))
        return whyUnavailable(example, side, Method::flow);
    if (side != Side::cross) return {};
    return "Across encoder and decoder, flow takes two routes that one stack can’t show. See the bars, the matrix or the evolution."_tr;
}

namespace {

/// The progress of a long computation of flows from every input to the output.
void sayProgress(FlowModel& model, const AppState& state, ResultStore& results) {
    const Query query = profileQuery(state, Method::flow);
    const Answer* profile = results.find(query);
    const double share = profile == nullptr ? 0 : profile->complete;
    if (share >= 1) return;
    model.stopped = isStopped(state, query);
    const bool isUnderWay = results.isPending(query) && isLongUnderWay(state, results);
    if (model.stopped || isUnderWay)
        model.progress = progressText(share, model.stopped, results.secondsLeft(query));
}

/// Links to the views that have the flows across both, and to either side's own graph.
std::vector<Alternative> waysOn(const AppState& state) {
    if (!isAvailable(state.document->current, state.view.side, Method::flow)) return {};
    std::vector<Alternative> ways;
    for (const Panel panel : {Panel::bars, Panel::matrix, Panel::evolution})
        ways.push_back({std::string(wordOf(panel).shown()),
                        "method=flow&panel=" + std::string(nameOf(panel))});
    std::ranges::move(sidesAlone(state), std::back_inserter(ways));
    return ways;
}

}  // namespace

bool showsFlow(const AppState& state) {
    if (!state.document || !whyNoFlowGraph(state).empty()) return false;
    return shows(state.view, Panel::flow) ||
           (state.view.panel == Panel::overview && state.view.method == Method::flow);
}

Query flowEdgesQuery(const AppState& state, int sink) {
    Query query = matrixQuery(state, Method::flow, state.view.layer);
    query.what = Query::What::flowEdges;
    query.outputs = {chosenSource(state)};
    query.grouping = {};  // a pair of tokens, even if words are merged
    query.sink = sink;
    return query;
}

FlowModel flowModel(const AppState& state, ResultStore& results, int mostRows) {
    FlowModel model;
    const std::vector<std::string> labels = shownKeys(state, state.view.rawTokens);
    const std::vector<std::string> places = placesAmongEqual(labels);
    const int tokens = static_cast<int>(labels.size());
    model.layer = state.view.layer;
    model.startLayer = std::min(state.view.settings.startLayer, state.view.layer);
    model.source = std::clamp(chosenSource(state), 0, std::max(0, tokens - 1));
    if (std::string why = whyNoFlowGraph(state); !why.empty()) {
        model.title = "Maximum flow"_tr;
        model.standing = refused(std::move(why), waysOn(state));
        return model;
    }
    model.sink = flowSink(state, results);
    const auto name = [&](int token) {
        const std::size_t index = token;
        return quoted(labels[index]) + places[index];
    };
    const bool joint = model.sink == allInputs;
    model.title = joint ? formatText("Joint flow from all inputs to {} after layer {}"_tr,
                                     {name(model.source), model.layer + 1})
                        : formatText("Maximum flow from {} to {} after layer {}"_tr,
                                     {name(model.sink), name(model.source), model.layer + 1});
    model.title += describeCuts(state);
    sayProgress(model, state, results);
    const Query query = flowEdgesQuery(state, model.sink);
    model.standing = standingOf(state, results, query);
    const Answer* answer = results.find(query);
    if (answer == nullptr || !answer->flow) return model;
    const PairFlow& flow = *answer->flow;
    model.flow = &flow;
    model.rows = drawnTokens(flow, tokens, mostRows);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < labels.size(); ++i)
        names.push_back(isolated(labels[i]) + places[i]);
    for (const int token : model.rows) {
        const std::size_t index = token;
        model.labels.push_back(places[index].empty() ? labels[index] : names[index]);
    }
    addRibbons(model, flow);
    if (joint) keepWidest(model.ribbons, model.layer - model.startLayer + 1);
    stackRibbons(model);
    addPaths(model, flow, names);
    model.inputHeading = joint                     ? "flow from each input"_tr
                         : state.view.relativeFlow ? "share of the flow from all inputs"_tr
                                                   : "maximum flow from each input"_tr;
    model.caption = joint ? jointCaption(model, flow, tokens) : pairCaption(model, flow, tokens);
    if (joint) {
        model.sinkDecimals = decimalsFor(*std::ranges::max_element(flow.inputs));
        for (const int token : model.rows) model.sinkValues.push_back(flow.inputs[token]);
    } else {
        addSinkValues(model, state, results);
    }
    return model;
}

}  // namespace hw
