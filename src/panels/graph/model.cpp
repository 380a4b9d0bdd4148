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
#include "panels/graph/cuts.h"
#include "panels/graph/lines.h"
#include "panels/graph/obstacles.h"
#include "panels/graph/overlay.h"
#include "panels/graph/trace.h"
#include "panels/heads/model.h"

namespace hw {
namespace {

constexpr int mostRows = 40;    ///< max. that readers can distinguish
constexpr int mostEdges = 240;  ///< max. if the view chooses them

/// Max. edges of one layer. More cannot be distinguished, and each costs a curve.
int mostOfLayer(int layers) { return std::max(60, 1200 / std::max(layers, 1)); }

/// One layer's own weights. For rollout with the residual connection, A_layer.
Query weightsQuery(const AppState& state, int layer) {
    const bool raw = !specOf(state.view.method).overLayers;
    Settings settings = state.view.settings;
    settings.startLayer = raw ? 0 : layer;
    Query query =
        questionWith(state, Query::What::matrix, state.view.method, std::move(settings), layer);
    query.grouping = {};  // an edge connects two tokens, even if words are merged
    return query;
}

int firstTraced(const ViewState& view) {
    return specOf(view.method).overLayers ? std::min(view.settings.startLayer, view.layer) : 0;
}

std::string describeMerging(const ViewState& view) {
    if (!view.words && view.spans.empty() && view.hidden.empty()) return "";
    return " " + std::string("Edges connect single tokens, without merging or hiding."_tr);
}

/// The min. size of drawn edges, how many (`count`), and between which tokens.
std::string describeDrawn(const GraphModel& model, const Trace& trace, int tokens, bool all,
                          const std::string& count) {
    const auto rows = static_cast<int>(model.graph.rows.size());
    const std::string drawn =
        rows < tokens ? formatText("{}, between {} of {} tokens"_tr, {count, rows, tokens}) : count;
    if (trace.kept > 0)
        return formatText("The widest edges of each layer are drawn ({})."_tr, {drawn});
    std::string size = edgeSizeText(trace.smallest);
    if (model.graph.carries == WidthMeaning::share)
        size = formatText("{} of the output’s rollout"_tr, {size});
    return formatText(all ? "Edges of at least {} are drawn ({})."_tr
                          : "The widest edges of at least {} are drawn ({})."_tr,
                      {size, drawn});
}

std::string tracedCaption(const GraphModel& model, const Trace& trace, int tokens, bool all) {
    const bool share = model.graph.carries == WidthMeaning::share;
    const std::string count = formatText("{} of {} that lead to drawn tokens"_tr,
                                         {model.graph.ribbons.size(), trace.possible});
    const std::string text = describeDrawn(model, trace, tokens, all, count) + " ";
    if (trace.drawnShare > 0.9995) {
        return text +
               std::string(share ? "In every layer they carry the whole rollout."_tr
                                 : "In every layer they carry all attention of their tokens."_tr);
    }
    const std::string carried =
        formatText(share ? "In every layer they carry at least {} of the rollout."_tr
                         : "In every layer they carry at least {} of their tokens’ attention."_tr,
                   {percentText(trace.drawnShare)});
    // The requested share does not fit into the picture.
    const bool isLess = trace.drawnShare < trace.kept - 0.005;
    return text + carried +
           (isLess ? " " + std::string("More edges would be indistinguishable."_tr)
                   : std::string());
}

/// The same for two files.
std::string bothCaption(const GraphModel& model, const Trace& trace, int tokens, bool all) {
    const bool share = model.graph.carries == WidthMeaning::share;
    return describeDrawn(model, trace, tokens, all, describeCounts(model)) + " " +
           describeWidths(model,
                          share ? "the output’s rollout"_tr : "the drawn tokens’ attention"_tr) +
           " " + std::string("Edges in both files show the mean of the two values."_tr);
}

/// Drops the edges of tokens without a row, and keeps the widest of each layer. The share is adjusted. True if all in
/// rows stay.
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
    const int most = mostOfLayer(layers);
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

/// The weights of each traced layer, the lowest first. False if some are missing, with the reason in `standing`.
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

/// By the share kept in each layer, or by the size of edges. If the view chooses, and there are more tokens than rows,
/// it is by share. The amounts are then so small that a size that fits the upper layers drops all edges of the lower
/// ones.
Trace traceOf(const std::vector<LayerWeights>& layers, const LayerGraph& graph,
              const ViewState& view, int tokens) {
    if (view.edges.kept > 0 || (view.edges.from == 0 && tokens > mostRows)) {
        return tracedShare(layers, graph.startLayer, tokens, graph.source, graph.carries,
                           view.edges.kept,
                           {.edges = mostEdges,
                            .perLayer = mostOfLayer(static_cast<int>(layers.size())),
                            .tokens = mostRows});
    }
    return traced(layers, graph.startLayer, tokens, graph.source, graph.carries, view.edges.from,
                  mostEdges);
}

void fillTraced(GraphModel& model, const AppState& state, ResultStore& results) {
    LayerGraph& graph = model.graph;
    const ViewState& view = state.view;
    const int tokens = state.queryCount();
    const bool share = specOf(view.method).overLayers;
    graph.carries = share ? WidthMeaning::share : WidthMeaning::weight;
    graph.bothFiles = view.bothFiles;
    graph.layer = view.layer;
    graph.startLayer = firstTraced(view);
    graph.source = view.outputs.empty() ? 0 : view.outputs.front();
    graph.sink = allInputs;
    // Across encoder and decoder the source is not one of the keys, which have the names.
    if (std::string why = whyNotTraced(state); !why.empty()) {
        model.title = "Graph"_tr;
        model.standing = refused(std::move(why), tracedInstead(state));
        return;
    }
    const std::vector<std::string> labels = shownKeys(state, view.rawTokens);
    const std::vector<std::string> places = placesAmongEqual(labels);
    const auto named = [&](int token) {
        const std::size_t index = token;
        return places[index].empty() ? labels[index] : isolated(labels[index]) + places[index];
    };
    model.title =
        formatText("{} traced from {} after layer {}"_tr,
                   {specOf(view.method).label, quoted(named(graph.source)), view.layer + 1}) +
        describeCuts(state);
    std::vector<LayerWeights> layers;
    std::vector<LayerWeights> before;
    if (!readLayers(layers, model.standing, state, results)) return;
    if (view.bothFiles) {
        const std::optional<AppState> own = earlierState(state, model.standing);
        if (!own || !readLayers(before, model.standing, *own, results)) return;
    }
    Trace trace = view.bothFiles
                      ? traceOverlay(layers, before, graph.startLayer, tokens, graph.source,
                                     graph.carries, view.edges.from, mostEdges)
                      : traceOf(layers, graph, view, tokens);
    model.smallest = trace.smallest;
    const std::vector<CutEdge> cuts = cutsBetween(state, graph.startLayer);
    std::vector<int> always{graph.source};
    for (const CutEdge& cut : cuts) always.insert(always.end(), {cut.query, cut.key});
    graph.rows = widestTokens(trace, tokens, mostRows, always);
    const bool all = keepDrawable(trace, graph.rows, static_cast<int>(layers.size()));
    model.kept = trace.kept > 0 ? trace.kept : trace.drawnShare;
    for (const int token : graph.rows) {
        graph.labels.push_back(named(token));
        if (share) graph.sinkValues.push_back(trace.inputs[token]);
    }
    for (const TracedEdge& edge : trace.edges) {
        graph.ribbons.push_back({.layer = edge.layer,
                                 .query = edge.query,
                                 .key = edge.key,
                                 .queryRow = rowOf(graph, edge.query),
                                 .keyRow = rowOf(graph, edge.key),
                                 .amount = edge.amount,
                                 .capacity = edge.weight,
                                 .files = edge.files,
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
        model.caption = bothCaption(model, trace, tokens, all) + describeMerging(view);
    } else {
        model.caption = tracedCaption(model, trace, tokens, all) + describeMerging(view);
        if (!graph.cuts.empty()) model.caption += " " + std::string("Dashed lines are cuts."_tr);
    }
}

}  // namespace

std::vector<Query> graphQueries(const AppState& state) {
    const ViewState& view = state.view;
    std::vector<Query> queries;
    const bool lines = view.graphForm == GraphForm::lines;
    if (!lines && !whyNotTraced(state).empty()) return queries;
    const auto ask = [&](const AppState& at) {
        if (lines) queries.push_back(matrixQuery(at, view.method, view.layer));
        for (int layer = view.layer; !lines && layer >= firstTraced(view); --layer)
            queries.push_back(weightsQuery(at, layer));
    };
    ask(state);
    if (lines && showsHeads(state)) queries.push_back(headThumbnailsQuery(state, view.layer));
    Standing standing;
    const auto own = view.bothFiles ? earlierState(state, standing) : std::nullopt;
    if (own) ask(*own);
    return queries;
}

std::string percentText(double share) {
    return formatText("{} %"_tr, {shownNumber(std::floor(share * 1000) / 10, 1)});
}

std::string filesText(const GraphModel& model, FilePresence files) {
    const bool named = files != FilePresence::both && model.file != model.earlierFile;
    if (!named)
        return std::string(choiceNames<FilePresence>()[static_cast<std::size_t>(files)].label);
    return formatText("only in {}"_tr,
                      {files == FilePresence::present ? model.file : model.earlierFile});
}

GraphModel graphModel(const AppState& state, ResultStore& results) {
    GraphModel model;
    model.form = state.view.graphForm;
    model.edges = state.view.edges.from;
    model.byShare = state.view.edges.kept > 0;
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
        model.caption += " " + formatText("This file is {}, the previous one {}."_tr,
                                          {model.file, model.earlierFile});
    return model;
}

}  // namespace hw
