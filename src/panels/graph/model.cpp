// SPDX-License-Identifier: MIT
#include "panels/graph/model.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "core/tokens/token_text.h"
#include "page/answers/questions.h"
#include "page/models/model_text.h"
#include "page/state/view_rules.h"
#include "panels/graph/both.h"
#include "panels/graph/cuts.h"
#include "panels/graph/lines.h"
#include "panels/graph/trace.h"
#include "panels/heads/model.h"

namespace hw {
namespace {

constexpr int mostTokens = 1024;  ///< traced: every weight of every layer is looked at
constexpr int mostRows = 40;      ///< that can be told apart
constexpr int mostEdges = 240;    ///< where the view chooses their size

bool traces(Method method) { return method == Method::raw || method == Method::rollout; }

/// Why there is nothing to trace; empty if there is.
std::string whyNot(const AppState& state) {
    if (state.view.side == Side::cross)
        return "Between encoder and decoder there is one step: choose “lines”."_tr;
    if (!traces(state.view.method)) {
        return say(
            state.view.method == Method::flow
                ? "{} cannot be traced here: choose raw attention or rollout, or “lines”; "
                  "the view Flow has the graph of a flow."_tr
                : "{} cannot be traced here: choose raw attention or rollout, or “lines”."_tr,
            {specOf(state.view.method).label});
    }
    if (formOf(state, state.view.method) == ValueForm::signs ||
        hasNegative(state.document->current, state.view.side))
        return "Some values lie below 0, and shares of a flow of information do not: choose "
               "“lines”."_tr;
    if (state.queryCount() > mostTokens)
        return say("Tracing takes at most {} tokens."_tr, {mostTokens});
    return "";
}

/// One layer's weights by themselves: of rollout with the residual connection, A_layer.
Query weightsQuery(const AppState& state, int layer) {
    const bool raw = state.view.method == Method::raw;
    Settings settings = state.view.settings;
    settings.startLayer = raw ? 0 : layer;
    Query query =
        questionWith(state, Query::What::matrix, state.view.method, std::move(settings), layer);
    query.grouping = {};  // an edge joins two tokens, whatever is merged
    return query;
}

int firstTraced(const ViewState& view) {
    return view.method == Method::raw ? 0 : std::min(view.settings.startLayer, view.layer);
}

std::string mergedWords(const ViewState& view) {
    if (!view.words && view.spans.empty() && view.hidden.empty()) return "";
    return " " + std::string(
                     "Edges join single tokens: words and spans are not merged, hidden "
                     "tokens are shown."_tr);
}

/// From which size edges are drawn, how many (`count`), and between which tokens.
std::string drawnWords(const GraphModel& model, const Trace& trace, int tokens, bool all,
                       const std::string& count) {
    std::string size = edgeSizeText(trace.smallest);
    if (model.graph.carries == Carries::share) size = say("{} of the output’s rollout"_tr, {size});
    const auto rows = static_cast<int>(model.graph.rows.size());
    const std::string drawn =
        rows < tokens ? say("{}, between {} of {} tokens"_tr, {count, rows, tokens}) : count;
    return say(all ? "Drawn: edges of at least {}, {}."_tr
                   : "Drawn: the widest edges of at least {}, {}."_tr,
               {size, drawn});
}

std::string tracedCaption(const GraphModel& model, const Trace& trace, int tokens, bool all) {
    const bool share = model.graph.carries == Carries::share;
    const std::string count =
        say("{} of {} that leave drawn tokens"_tr, {model.graph.ribbons.size(), trace.possible});
    const std::string text = drawnWords(model, trace, tokens, all, count) + " ";
    if (trace.drawnShare > 0.9995) {
        return text + std::string(share ? "In every layer they carry all of it."_tr
                                        : "They hold all of the attention that their tokens pay "
                                          "in a layer."_tr);
    }
    return text + say(share ? "In every layer they carry at least {} of it."_tr
                            : "They hold at least {} of the attention that their tokens pay in a "
                              "layer."_tr,
                      {percentText(trace.drawnShare)});
}

/// The same of two files.
std::string bothCaption(const GraphModel& model, const Trace& trace, int tokens, bool all) {
    const bool share = model.graph.carries == Carries::share;
    return drawnWords(model, trace, tokens, all, countedWords(model)) + " " +
           carriedWords(model, share ? "of the output’s rollout"_tr
                                     : "of the attention that its drawn tokens pay"_tr) +
           " " + std::string("An edge of both is as wide as the mean of its two values."_tr);
}

/// The tokens that most passes, in text order; the source and those of cuts always.
std::vector<int> drawnTokens(const Trace& trace, int tokens, int source,
                             const std::vector<CutEdge>& cuts) {
    std::vector<double> best(tokens, 0.0);
    for (const TracedEdge& edge : trace.edges) {
        for (const int token : {edge.query, edge.key}) {
            double& value = best[token];
            value = std::max(value, edge.amount);
        }
    }
    best[source] = 2;
    for (const CutEdge& cut : cuts) best[cut.query] = best[cut.key] = 2;
    std::vector<int> order(tokens);
    std::iota(order.begin(), order.end(), 0);
    if (tokens <= mostRows) return order;
    std::ranges::stable_sort(order, [&](int a, int b) { return best[a] > best[b]; });
    order.resize(mostRows);
    std::erase_if(order, [&](int token) { return best[token] == 0; });
    std::ranges::stable_sort(order);
    return order;
}

/// Without the edges of tokens that have no row, and of each layer the widest: no more can be told apart, and each
/// costs a curve. The share that is drawn follows. True if all in rows were kept.
bool keepDrawable(Trace& trace, const std::vector<int>& rows, int layers) {
    const auto has = [&](int token) { return std::ranges::binary_search(rows, token); };
    std::vector<double> before;
    std::vector<double> after;
    const auto count = [](std::vector<double>& sums, const TracedEdge& edge) {
        const std::size_t layer = edge.layer;
        if (sums.size() <= layer) sums.resize(layer + 1, 0.0);
        sums[layer] += edge.amount;
    };
    for (const TracedEdge& edge : trace.edges) count(before, edge);
    std::erase_if(trace.edges,
                  [&](const TracedEdge& edge) { return !has(edge.query) || !has(edge.key); });
    const std::size_t inRows = trace.edges.size();
    const int most = std::max(60, 1200 / std::max(layers, 1));
    std::vector<int> counted(before.size(), 0);
    std::ranges::stable_sort(trace.edges, std::greater{}, &TracedEdge::amount);
    std::erase_if(trace.edges,
                  [&](const TracedEdge& edge) { return ++counted[edge.layer] > most; });
    for (const TracedEdge& edge : trace.edges) count(after, edge);
    after.resize(before.size(), 0.0);
    double least = 1;
    for (std::size_t layer = 0; layer < before.size(); ++layer) {
        if (before[layer] > 0) least = std::min(least, after[layer] / before[layer]);
    }
    trace.drawnShare *= least;
    return trace.edges.size() == inRows;
}

/// The weights of each traced layer, the lowest first; false where some are not there, and the standing says why.
bool readLayers(std::vector<LayerWeights>& layers, Standing& standing, const AppState& state,
                ResultStore& results) {
    const int tokens = state.queryCount();
    for (int layer = firstTraced(state.view); layer <= state.view.layer; ++layer) {
        const Query query = weightsQuery(state, layer);
        const Answer* answer = results.find(query);
        standing = standingOf(state, results, query);
        if (answer == nullptr || answer->rows != tokens || answer->cols != tokens) return false;
        layers.push_back(answer->values.data());
    }
    return true;
}

void fillTraced(GraphModel& model, const AppState& state, ResultStore& results) {
    LayerGraph& graph = model.graph;
    const ViewState& view = state.view;
    const int tokens = state.queryCount();
    const bool share = view.method != Method::raw;
    graph.carries = share ? Carries::share : Carries::weight;
    graph.bothFiles = view.bothFiles;
    graph.layer = view.layer;
    graph.startLayer = firstTraced(view);
    graph.source = view.outputs.empty() ? 0 : view.outputs.front();
    graph.sink = allInputs;
    const std::vector<std::string> labels = shownKeys(state, view.rawTokens);
    const std::vector<std::string> places = placesAmongEqual(labels);
    const auto named = [&](int token) {
        const std::size_t index = token;
        return places[index].empty() ? labels[index] : isolated(labels[index]) + places[index];
    };
    model.title = say("{} traced from {} after layer {}"_tr,
                      {specOf(view.method).label, quoted(named(graph.source)), view.layer + 1});
    if (std::string why = whyNot(state); !why.empty()) {
        model.title = "Graph"_tr;
        model.standing = refused(std::move(why));
        return;
    }
    std::vector<LayerWeights> layers;
    std::vector<LayerWeights> before;
    if (!readLayers(layers, model.standing, state, results)) return;
    if (view.bothFiles) {
        const std::optional<AppState> own = earlierState(state, model.standing);
        if (!own || !readLayers(before, model.standing, *own, results)) return;
    }
    Trace trace = view.bothFiles ? tracedBoth(layers, before, graph.startLayer, tokens,
                                              graph.source, graph.carries, view.edges, mostEdges)
                                 : traced(layers, graph.startLayer, tokens, graph.source,
                                          graph.carries, view.edges, mostEdges);
    model.smallest = trace.smallest;
    const std::vector<CutEdge> cuts = cutsBetween(state, graph.startLayer);
    graph.rows = drawnTokens(trace, tokens, graph.source, cuts);
    const bool all = keepDrawable(trace, graph.rows, static_cast<int>(layers.size()));
    for (const int token : graph.rows) {
        graph.labels.push_back(named(token));
        if (share) graph.sinkValues.push_back(trace.inputs[token]);
    }
    for (const TracedEdge& edge : trace.edges) {
        graph.ribbons.push_back({.layer = edge.layer,
                                 .query = edge.query,
                                 .key = edge.key,
                                 .fromRow = rowOf(graph, edge.query),
                                 .toRow = rowOf(graph, edge.key),
                                 .amount = edge.amount,
                                 .capacity = edge.weight,
                                 .whose = edge.whose,
                                 .here = edge.here,
                                 .before = edge.before});
    }
    stackRibbons(graph);
    graph.cuts = cutLines(cuts, graph, state.headCount());
    if (share) {
        graph.inputHeading = view.bothFiles ? "rollout, this file"_tr : "rollout"_tr;
        const auto largest = std::ranges::max_element(trace.inputs);
        if (largest != trace.inputs.end()) graph.sinkDecimals = decimalsFor(*largest);
    }
    if (view.bothFiles) {
        model.shared = sharesOf(graph, trace);
        model.caption = bothCaption(model, trace, tokens, all) + mergedWords(view);
    } else {
        model.caption = tracedCaption(model, trace, tokens, all) + mergedWords(view);
        if (!graph.cuts.empty())
            model.caption += " " + std::string("Dashed: what was cut in this run."_tr);
    }
}

}  // namespace

std::vector<Query> graphQueries(const AppState& state) {
    const ViewState& view = state.view;
    std::vector<Query> queries;
    const bool lines = view.graphForm == GraphForm::lines;
    if (!lines && !whyNot(state).empty()) return queries;
    const auto ask = [&](const AppState& at) {
        if (lines) queries.push_back(matrixQuery(at, view.method, view.layer));
        for (int layer = view.layer; !lines && layer >= firstTraced(view); --layer)
            queries.push_back(weightsQuery(at, layer));
    };
    ask(state);
    if (lines && tellsHeads(state)) queries.push_back(headThumbnailsQuery(state, view.layer));
    Standing standing;
    const auto own = view.bothFiles ? earlierState(state, standing) : std::nullopt;
    if (own) ask(*own);
    return queries;
}

std::string percentText(double share) {
    return say("{} %"_tr, {shownNumber(std::floor(share * 1000) / 10, 1)});
}

std::string whoseWords(const GraphModel& model, Whose whose) {
    const bool named = whose != Whose::both && model.file != model.earlierFile;
    if (!named) return std::string(wordsOf<Whose>()[static_cast<std::size_t>(whose)].label);
    return say("only in {}"_tr, {whose == Whose::present ? model.file : model.earlierFile});
}

GraphModel graphModel(const AppState& state, ResultStore& results) {
    GraphModel model;
    model.form = state.view.graphForm;
    model.edges = state.view.edges;
    model.hasEarlier = state.earlier.has_value();
    model.bothFiles = state.view.bothFiles;
    if (model.form == GraphForm::traced)
        fillTraced(model, state, results);
    else
        fillLines(model, state, results);
    if (!model.bothFiles || !state.earlier) return model;
    model.file = state.document->name;
    model.earlierFile = state.earlier->name;
    if (!model.caption.empty())
        model.caption +=
            " " + say("This file: {}. The previous file: {}."_tr, {model.file, model.earlierFile});
    return model;
}

}  // namespace hw
