// SPDX-License-Identifier: MIT
#include "cli/batch/experiment/unit_rankings.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <utility>

#include "cli/commands.h"
#include "core/flow/max_flow.h"
#include "model/experiment/rankings.h"

namespace hw::cli {
namespace {

model::UnitKind kindOf(ExperimentUnits units) {
    switch (units) {
        case ExperimentUnits::heads: return model::UnitKind::head;
        case ExperimentUnits::tokens: return model::UnitKind::token;
        case ExperimentUnits::patches: return model::UnitKind::patch;
        case ExperimentUnits::edges: break;
    }
    return model::UnitKind::edge;
}

using Scores = std::vector<double>;

std::vector<model::Unit> sorted(std::vector<model::Unit> units, const Scores& scores) {
    std::vector<std::size_t> order(units.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    // What has no score comes last.
    const auto score = [&](std::size_t i) { return std::isnan(scores[i]) ? -HUGE_VAL : scores[i]; };
    std::ranges::stable_sort(order, std::ranges::greater(), score);
    std::vector<model::Unit> ranking;
    ranking.reserve(units.size());
    for (const std::size_t i : order) ranking.push_back(units[i]);
    return ranking;
}

Scores ofTokens(const std::vector<model::Unit>& units, const std::vector<double>& values) {
    Scores scores;
    for (const model::Unit& unit : units) scores.push_back(values[unit.place.key]);
    return scores;
}

/// Tokens that the answer is read at, and the share of each.
struct Read {
    std::vector<double> shares;
    std::vector<int> tokens;
};

Read readOf(const Asked& asked) {
    Read read{model::readAt(asked.session.network().spec, asked.target, asked.run.tokens()), {}};
    for (int token = 0; token < asked.run.tokens(); ++token)
        if (read.shares[token] > 0) read.tokens.push_back(token);
    return read;
}

/// Flow from where the answer is read to each token.
Result<std::vector<double>> tokenFlows(const AttentionGraph& graph, const Read& read) {
    FlowRequest request;
    request.firstLayer = request.lastLayer = graph.layers() - 1;
    request.sources = read.tokens;
    const auto table = maxFlows(graph, request);
    if (!table) return std::unexpected(table.error());
    std::vector<double> flows(graph.tokens(), 0.0);
    for (std::size_t source = 0; source < table->sources.size(); ++source)
        for (std::size_t sink = 0; sink < table->sinks.size(); ++sink)
            flows[table->sinks[sink]] +=
                read.shares[table->sources[source]] *
                table->values[table->index(0, static_cast<int>(source), static_cast<int>(sink))];
    return flows;
}

/// What all these flows together carry over each edge between tokens, [layer][query][key].
Result<std::vector<double>> edgeFlows(const AttentionGraph& graph, const Read& read) {
    const int n = graph.tokens();
    std::vector<double> carried(std::size_t{1} * graph.layers() * n * n, 0.0);
    for (const int source : read.tokens)
        for (int sink = 0; sink < n; ++sink) {
            const auto flow = maxFlow(graph, graph.layers() - 1, source, sink);
            if (!flow) return std::unexpected(flow.error());
            for (const FlowEdge& edge : flow->edges)
                carried[(std::size_t{1} * edge.layer * n + edge.query) * n + edge.key] +=
                    read.shares[source] * edge.amount;
        }
    return carried;
}

Result<Scores> edgeScores(const AttentionGraph& graph, const std::vector<model::Unit>& units,
                          const Asked& asked) {
    const auto carried = edgeFlows(graph, readOf(asked));
    if (!carried) return std::unexpected(carried.error());
    const int n = graph.tokens();
    // Of a capacity (1 - r) mean A + r I a head has its part of the mean; the residual is nobody's.
    const double part = (1 - Settings().residual) / asked.session.network().spec.heads;
    Scores scores;
    for (const model::Unit& unit : units) {
        const auto& [layer, head, query, key] = unit.place;
        const double capacity = graph.capacity(layer, query, key);
        const double flow = (*carried)[(std::size_t{1} * layer * n + query) * n + key];
        scores.push_back(capacity > 0 ? flow * part * unit.weight / capacity : 0);
    }
    return scores;
}

Result<std::vector<model::Unit>> byFlow(std::vector<model::Unit> units, const Asked& asked,
                                        const Options& options) {
    const Example example = asked.session.toExample(asked.run);
    const auto graph = flowGraph(example, Part::encoder, Settings());
    if (!graph) return std::unexpected(graph.error());
    Result<Scores> scores;
    if (options.batch.experiment.units != ExperimentUnits::edges) {
        scores = tokenFlows(*graph, readOf(asked));
        if (scores) scores = ofTokens(units, *scores);
    } else {
        scores = edgeScores(*graph, units, asked);
    }
    if (!scores) return std::unexpected(scores.error());
    return sorted(std::move(units), *scores);
}

}  // namespace

std::vector<model::Unit> unitsOf(const Asked& asked, const Options& options, std::uint32_t seed) {
    const auto rule = options.model.rule == CutRuleWish::renormalise ? model::CutRule::renormalise
                                                                     : model::CutRule::zero;
    std::vector<model::Unit> units =
        model::unitsOf(asked.session.network(), asked.trace, asked.gradients,
                       kindOf(options.batch.experiment.units), rule);
    std::mt19937 random(seed);
    // No std::shuffle: every library has its own.
    for (std::size_t left = units.size(); left > 1; --left)
        std::swap(units[left - 1], units[random() % left]);
    return units;
}

Result<std::vector<model::Unit>> rankedBy(const std::string& method, std::vector<model::Unit> units,
                                          const Asked& asked, const Options& options) {
    if (method == "flow") return byFlow(std::move(units), asked, options);
    if (const auto ranking = fromName<model::Ranking>(method))
        return model::ranked(asked.session.network(), asked.trace, asked.gradients, asked.target,
                             std::move(units), *ranking);
    ModelOptions wish = options.model;
    wish.scores = {method};
    const auto scores = importanceOf(wish, asked);
    if (!scores) return std::unexpected(scores.error());
    const Scores ofUnits = ofTokens(units, scores->front().values);
    return sorted(std::move(units), ofUnits);
}

}  // namespace hw::cli
