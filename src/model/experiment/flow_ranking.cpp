// SPDX-License-Identifier: MIT
#include "model/experiment/flow_ranking.h"

#include <utility>

#include "core/flow/flow_across.h"
#include "core/flow/flow_capacities.h"
#include "core/flow/max_flow.h"
#include "core/methods/method_stack.h"
#include "core/model/settings.h"

namespace hw::model {
namespace {

/// The tokens where the answer is read, and the share of each.
struct AnswerTokens {
    std::vector<double> shares;
    std::vector<int> tokens;
};

AnswerTokens answerTokensOf(std::span<const double> own, const FlowPlaces& places) {
    AnswerTokens read{std::vector<double>(places.tokens(), 0.0), {}};
    for (int token = 0; std::cmp_less(token, own.size()); ++token) {
        if (!(own[token] > 0)) continue;
        read.tokens.push_back(places.source(token));
        read.shares[places.source(token)] = own[token];
    }
    return read;
}

/// An edge's place in the flow network. A decoder layer's cross-attention comes after its self-attention.
Edge placeIn(const FlowPlaces& places, const Unit& unit) {
    Edge place = unit.place;
    if (unit.stack == Stack::encoder) return place;
    const bool isCross = unit.stack == Stack::cross;
    place.layer = places.encoder + 2 * place.layer + (isCross ? 1 : 0);
    place.query += places.encoderTokens;
    if (!isCross) place.key += places.encoderTokens;
    return place;
}

/// Flow from the position of the answer to each token.
Result<std::vector<double>> tokenFlows(const AttentionGraph& graph, const AnswerTokens& read) {
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

/// The total of these flows over each edge between tokens, [layer][query][key].
Result<std::vector<double>> edgeFlows(const AttentionGraph& graph, const AnswerTokens& read,
                                      const Stop& stop) {
    const int n = graph.tokens();
    std::vector<double> carried(std::size_t{1} * graph.layers() * n * n, 0.0);
    for (const int source : read.tokens)
        for (int sink = 0; sink < n; ++sink) {
            if (stop && stop()) return std::unexpected(cancelled());
            const auto flow = maxFlow(graph, graph.layers() - 1, source, sink);
            if (!flow) return std::unexpected(flow.error());
            for (const FlowEdge& edge : flow->edges)
                carried[(std::size_t{1} * edge.layer * n + edge.query) * n + edge.key] +=
                    read.shares[source] * edge.amount;
        }
    return carried;
}

}  // namespace

Result<std::vector<double>> flowScores(const Example& example, std::span<const double> shares,
                                       const std::vector<Unit>& units, const Stop& stop) {
    std::vector<double> scores;
    if (units.empty()) return scores;
    const Settings settings;
    const hw::Part part = example.decoder ? hw::Part::cross : hw::Part::encoder;
    if (auto good = checkMethod(example, part, Method::flow, settings); !good)
        return std::unexpected(good.error());
    const auto network = flowNetwork(example, part, settings);
    if (!network) return std::unexpected(network.error());
    const AttentionGraph& graph = *network;
    const FlowPlaces places = flowPlaces(example, part, settings);
    const int n = graph.tokens();
    const AnswerTokens read = answerTokensOf(shares, places);
    if (units.front().kind != UnitKind::edge) {
        const auto flows = tokenFlows(graph, read);
        if (!flows) return std::unexpected(flows.error());
        for (const Unit& unit : units) scores.push_back((*flows)[unit.place.key]);
        return scores;
    }
    const auto carried = edgeFlows(graph, read, stop);
    if (!carried) return std::unexpected(carried.error());
    for (const Unit& unit : units) {
        const int heads =
            unit.stack == Stack::encoder ? example.attentions.heads : example.decoder->cross.heads;
        // A head gets its part of the mean A in a capacity (1 - r) mean A + r I. The residual belongs to no head.
        const double ofHead = (1 - settings.residual) / heads;
        const auto [layer, head, query, key] = placeIn(places, unit);
        const double capacity = graph.capacity(layer, query, key);
        const double flow = (*carried)[(std::size_t{1} * layer * n + query) * n + key];
        scores.push_back(capacity > 0 ? flow * ofHead * unit.weight / capacity : 0);
    }
    return scores;
}

}  // namespace hw::model
