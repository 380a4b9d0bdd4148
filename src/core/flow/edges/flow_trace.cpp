// SPDX-License-Identifier: MIT
// One pair in full: the flow on every edge, the paths that carry it, both extreme minimum cuts, and checks of all of
// them.
#include <algorithm>
#include <cstddef>

#include "core/flow/flow_pairs.h"
#include "core/flow/max_flow.h"

namespace hw {
namespace {

// A cut whose inner levels are still empty. It has the ends, and in a causal network the tokens below the sink, which
// cannot reach it and therefore cost nothing on the source's side.
MinimumCut emptyCut(const AttentionGraph& graph, int layer, int source, int sink) {
    return expandCut(graph, layer, source, sink, {CutShape::zero, FlowProof::search, 0});
}

template <class Inside>
MinimumCut makeCut(const AttentionGraph& graph, int layer, int source, int sink, Inside inside) {
    MinimumCut cut = emptyCut(graph, layer, source, sink);
    const int first = graph.causal() ? sink : 0;
    const int last = graph.causal() ? source : graph.tokens() - 1;
    for (int level = 1; level <= layer; ++level) {
        std::uint8_t* side = cut.sourceSide.data() + std::ptrdiff_t{level} * graph.tokens();
        for (int token = first; token <= last; ++token) side[token] = inside(level, token);
    }
    measureCut(graph, cut);
    return cut;
}

bool contains(const std::uint64_t* set, int token) { return (set[token >> 6] >> (token & 63)) & 1; }

// Takes the widest path out of the flow again and again. `edges` are sorted from the top layer down.
std::vector<FlowPath> widestPaths(const AttentionGraph& graph, const PairFlow& flow) {
    const std::size_t n = graph.tokens();
    const std::size_t levels = flow.layer + 2;
    std::vector<double> left(flow.edges.size());
    for (std::size_t i = 0; i < left.size(); ++i) left[i] = flow.edges[i].amount;
    std::vector<double> width(levels * n);
    std::vector<std::size_t> by(levels * n);
    std::vector<FlowPath> paths;
    const std::size_t top = (levels - 1) * n + flow.source;
    for (;;) {
        std::fill(width.begin(), width.end(), 0.0);
        width[top] = flow.value;
        for (std::size_t i = 0; i < left.size(); ++i) {
            const FlowEdge& edge = flow.edges[i];
            const std::size_t lower = edge.layer * n;
            const double reach = std::min(left[i], width[lower + n + edge.query]);
            double& best = width[lower + edge.key];
            if (reach > best) {
                best = reach;
                by[lower + edge.key] = i;
            }
        }
        const double amount = width[flow.sink];
        if (amount <= 0.0) return paths;
        FlowPath path{amount, std::vector<int>(levels)};
        int token = flow.sink;
        for (std::size_t level = 0; level + 1 < levels; ++level) {
            const std::size_t i = by[level * n + token];
            path.tokens[levels - 1 - level] = token;
            left[i] -= amount;
            token = flow.edges[i].query;
        }
        path.tokens[0] = token;
        paths.push_back(std::move(path));
    }
}

void addEdge(const AttentionGraph& graph, PairFlow& flow, int layer, int query, int key,
             double steps) {
    if (steps > 0.0) {
        flow.edges.push_back(
            {layer, query, key, steps * graph.unit(), graph.capacity(layer, query, key)});
    }
}

bool sameEdges(const MinimumCut& a, const MinimumCut& b) {
    return std::equal(a.edges.begin(), a.edges.end(), b.edges.begin(), b.edges.end(),
                      [](const FlowEdge& x, const FlowEdge& y) {
                          return x.layer == y.layer && x.query == y.query && x.key == y.key;
                      });
}

}  // namespace

MinimumCut cutOfRun(const AttentionGraph& graph, const FlowEngine& engine, int layer, int source,
                    int sink) {
    const std::vector<std::vector<std::uint64_t>> reaching = engine.reachingDemand();
    return makeCut(graph, layer, source, sink, [&](int level, int token) {
        return !contains(reaching[level - 1].data(), token);
    });
}

MinimumCut cutOfRun(const AttentionGraph& graph, const DeepFlow& engine, int layer, int source,
                    int sink) {
    return makeCut(graph, layer, source, sink,
                   [&](int level, int token) { return contains(engine.reached(level), token); });
}

PairFlow tracePair(const AttentionGraph& graph, int layer, int source, int sink) {
    PairFlow flow;
    flow.layer = layer;
    flow.source = source;
    flow.sink = sink;
    flow.sourceCeiling = graph.rowSums(layer)[source] * graph.unit();
    flow.sinkCeiling = graph.columnSums(0)[sink] * graph.unit();
    const bool apart = graph.causal() && source < sink;
    if (apart || layer == 0) {
        const double steps = apart ? 0.0 : graph.row(0, source)[sink];
        flow.value = steps * graph.unit();
        addEdge(graph, flow, layer, source, sink, steps);
        flow.nearSource = emptyCut(graph, layer, source, sink);
        flow.nearSink = flow.nearSource;
        flow.paths = widestPaths(graph, flow);
        return flow;
    }
    const TokenRange range{graph.causal() ? sink : 0, graph.causal() ? source + 1 : graph.tokens()};
    const std::size_t n = graph.tokens();
    const double* row = graph.row(layer, source);
    std::vector<double> column(n);
    for (int query = range.first; query < range.end; ++query)
        column[query] = graph.row(0, query)[sink];
    std::vector<double> supply(n, 0.0);
    std::vector<double> demand(n, 0.0);
    std::copy(row + range.first, row + range.end, supply.begin() + range.first);
    std::copy(column.begin() + range.first, column.begin() + range.end,
              demand.begin() + range.first);
    FlowEngine engine(graph);
    const double steps = engine.run({supply.data(), layer, demand.data(), 1, range});
    flow.value = steps * graph.unit();
    for (int key = range.first; key < range.end; ++key) {
        addEdge(graph, flow, layer, source, key, row[key] - supply[key]);
    }
    for (int inner = layer - 1; inner >= 1; --inner) {
        for (int query = range.first; query < range.end; ++query) {
            for (int key = range.first; key < std::min(range.end, graph.keys(query)); ++key) {
                addEdge(graph, flow, inner, query, key, engine.flow(inner, query, key));
            }
        }
    }
    for (int query = range.first; query < range.end; ++query) {
        addEdge(graph, flow, 0, query, sink, column[query] - demand[query]);
    }
    const std::vector<std::vector<std::uint64_t>> reached = engine.reached();
    flow.nearSource = makeCut(graph, layer, source, sink, [&](int level, int token) {
        return contains(reached[level - 1].data(), token);
    });
    flow.nearSink = cutOfRun(graph, engine, layer, source, sink);
    flow.cutIsUnique = sameEdges(flow.nearSource, flow.nearSink);
    flow.paths = widestPaths(graph, flow);
    return flow;
}

bool verify(const AttentionGraph& graph, const PairFlow& flow) {
    if (!verifyCut(graph, flow.nearSource, flow.value) ||
        !verifyCut(graph, flow.nearSink, flow.value))
        return false;
    const std::size_t n = graph.tokens();
    const std::size_t levels = flow.layer + 2;
    // Balance of each node in grid steps, and the rest of each edge once the paths are taken out.
    std::vector<double> balance(levels * n, 0.0);
    std::vector<double> left((levels - 1) * n * n, 0.0);
    for (const FlowEdge& edge : flow.edges) {
        if (edge.capacity != graph.capacity(edge.layer, edge.query, edge.key)) return false;
        if (!(edge.amount > 0.0 && edge.amount <= edge.capacity)) return false;
        const std::size_t lower = edge.layer * n;
        const double steps = edge.amount / graph.unit();
        balance[lower + n + edge.query] -= steps;
        balance[lower + edge.key] += steps;
        left[(lower + edge.query) * n + edge.key] += steps;
    }
    balance[(levels - 1) * n + flow.source] += flow.value / graph.unit();
    balance[flow.sink] -= flow.value / graph.unit();
    if (std::any_of(balance.begin(), balance.end(), [](double steps) { return steps != 0.0; }))
        return false;
    double previous = flow.value;
    for (const FlowPath& path : flow.paths) {
        if (path.tokens.size() != levels || !(path.amount > 0.0 && path.amount <= previous))
            return false;
        previous = path.amount;
        for (std::size_t i = 0; i + 1 < levels; ++i) {
            const std::size_t layer = levels - 2 - i;
            left[(layer * n + path.tokens[i]) * n + path.tokens[i + 1]] -=
                path.amount / graph.unit();
        }
        if (path.tokens.front() != flow.source || path.tokens.back() != flow.sink) return false;
    }
    return std::all_of(left.begin(), left.end(), [](double steps) { return steps == 0.0; });
}

}  // namespace hw
