// SPDX-License-Identifier: MIT
#include "page/answers/questions.h"

#include <algorithm>

#include "page/answers/grouping.h"
#include "page/rules/available.h"
#include "protocol/canonical_query.h"

namespace hw {
namespace {

/// Heads of the shown side, or 0 if the two sides of a model have different numbers of heads. Otherwise a full list of
/// one side's heads could be mistaken for all heads of the other.
int headsToCompare(const AppState& state) {
    const ExampleSummary& example = state.document->current;
    const bool mixed = state.view.side == Side::cross && example.heads != example.decoderHeads;
    return mixed ? 0 : state.headCount();
}

Query baseQuery(const AppState& state, Query::What what, Method method) {
    Query query;
    query.what = what;
    if (!state.document) return query;
    query.document = state.document->id;
    query.example = state.document->example;
    query.side = state.view.side;
    query.method = method;
    query.settings = state.view.settings;
    query.outputMode = state.view.outputMode;
    query.outputs = state.view.outputs;
    std::optional<AppState> room;
    const AppState& own = asOf(state, method, room);
    OutputTokens outputs = outputTokens(state);
    if (!outputs.tokens.empty()) {
        query.outputs = std::move(outputs.tokens);
        query.outputGroups = std::move(outputs.groups);
    }
    query.grouping = what == Query::What::profile ? wordGrouping(own) : groupingOf(own);
    query.grouping.relative =
        specOf(method).hasRelative && state.view.relativeFlow && !query.grouping.isEmpty();
    return query;
}

Query finished(const AppState& state, Query query) {
    return canonicalQuery(std::move(query), state.document ? headsToCompare(state) : 0);
}

}  // namespace

Query profileQuery(const AppState& state, Method method) {
    return finished(state, baseQuery(state, Query::What::profile, method));
}

std::optional<Query> gradientQuery(const AppState& state) {
    const ViewState& view = state.view;
    if (!state.document || specOf(view.method).needsGradients || view.over != Divisor::nothing ||
        !isAvailable(state.document->current, view.side, Method::relevance))
        return std::nullopt;
    Settings settings = view.settings;
    settings.sinks = SinkUse::exclude;
    settings.ownOne = IdentityTerm::drop;
    return questionWith(state, Query::What::profile, Method::relevance, std::move(settings));
}

Query matrixQuery(const AppState& state, Method method, int layer) {
    Query query = baseQuery(state, Query::What::matrix, method);
    query.layer = layer;
    return finished(state, std::move(query));
}

Query questionWith(const AppState& state, Query::What what, Method method, Settings settings,
                   int layer) {
    Query query = baseQuery(state, what, method);
    query.settings = std::move(settings);
    query.layer = layer;
    return finished(state, std::move(query));
}

bool isOver(const AppState& state, const Query& query) {
    const bool isShown = query.what == Query::What::profile || query.what == Query::What::matrix;
    return isShown && !query.isUniform && state.document && state.document->id == query.document &&
           state.document->example == query.example && isOver(state, query.side, query.method);
}

std::vector<Query> withUniform(const AppState& state, std::vector<Query> queries) {
    if (state.view.over == Divisor::nothing) return queries;
    std::vector<Query> all;
    for (Query& query : queries) {
        all.push_back(std::move(query));
        if (isOver(state, all.back())) all.push_back(uniformOf(all.back()));
    }
    return all;
}

const Answer* shownMatrix(const AppState& state, ResultStore& results, const Query& query) {
    const Answer* plain = plainMatrix(state, results, query);
    if (!isOver(state, query)) return plain;
    const Answer* uniform = plainMatrix(state, results, uniformOf(query));
    return plain == nullptr || uniform == nullptr ? nullptr : results.ratio(*plain, *uniform);
}

const Answer* plainMatrix(const AppState& state, ResultStore& results, const Query& query) {
    const bool relative = specOf(query.method).hasRelative && state.view.relativeFlow;
    // If tokens are merged or hidden, the engine has divided the rows, because only it knows all keys.
    return relative && !query.grouping.relative ? results.findRelative(query) : results.find(query);
}

bool isStopped(const AppState& state, const Query& query) {
    return std::ranges::any_of(state.stopped, [&](Query stopped) {
        stopped.layer = query.layer;
        return stopped == query;
    });
}

}  // namespace hw
