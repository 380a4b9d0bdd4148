// SPDX-License-Identifier: MIT
#include "core/flow/kernel/flow_cut.h"

#include <algorithm>
#include <cstddef>

namespace hw {
namespace {

// A cut's capacity in grid steps, capped at AttentionGraph::saturated so that the sum stays exact.
double crossing(const AttentionGraph& graph, const MinimumCut& cut, std::vector<FlowEdge>* edges) {
    const std::size_t n = graph.tokens();
    double sum = 0.0;
    for (int layer = cut.layer; layer >= 0; --layer) {
        const std::uint8_t* above = cut.sourceSide.data() + (layer + 1) * n;
        const std::uint8_t* below = cut.sourceSide.data() + layer * n;
        for (int query = 0; query < graph.tokens(); ++query) {
            if (!above[query]) continue;
            const double* row = graph.row(layer, query);
            for (int key = 0; key < graph.keys(query); ++key) {
                if (below[key] || row[key] <= 0.0) continue;
                sum = std::min(sum + row[key], AttentionGraph::saturated);
                if (edges) {
                    const double weight = row[key] * graph.unit();
                    edges->push_back({layer, query, key, weight, weight});
                }
            }
        }
    }
    return sum;
}

}  // namespace

void measureCut(const AttentionGraph& graph, MinimumCut& cut) {
    cut.edges.clear();
    cut.capacity = crossing(graph, cut, &cut.edges) * graph.unit();
}

bool verifyCut(const AttentionGraph& graph, const MinimumCut& cut, double value) {
    const std::size_t n = graph.tokens();
    if (cut.layer < 0 || cut.layer >= graph.layers() ||
        cut.sourceSide.size() != (cut.layer + 2) * n) {
        return false;
    }
    const std::size_t top = (cut.layer + 1) * n;
    if (!cut.sourceSide[top + cut.source]) return false;
    if (cut.sourceSide[cut.sink]) return false;
    std::vector<FlowEdge> edges;
    const double capacity = crossing(graph, cut, &edges) * graph.unit();
    const auto same = [](const FlowEdge& a, const FlowEdge& b) {
        return a.layer == b.layer && a.query == b.query && a.key == b.key &&
               a.capacity == b.capacity;
    };
    return capacity == value && cut.capacity == value &&
           std::equal(edges.begin(), edges.end(), cut.edges.begin(), cut.edges.end(), same);
}

MinimumCut expandCut(const AttentionGraph& graph, int layer, int source, int sink,
                     FlowCertificate certificate) {
    MinimumCut cut{layer, source, sink, {}, {}, 0.0};
    const int n = graph.tokens();
    const int bend = certificate.level;
    // The reach of "every token". Nodes below it cannot reach the sink, and the source cannot reach nodes above it.
    const int first = graph.causal() ? sink : 0;
    const int last = graph.causal() ? source : n - 1;
    cut.sourceSide.assign(std::size_t{1} * (layer + 2) * n, 0);
    for (int level = 0; level <= layer + 1; ++level) {
        std::uint8_t* side = cut.sourceSide.data() + std::ptrdiff_t{level} * n;
        for (int token = 0; token < n; ++token) {
            const bool inside = token >= first && token <= last;
            bool mine = token < first;
            if (level == 0) {
                mine = token != sink;
            } else if (level == layer + 1) {
                mine = token == source;
            } else {
                switch (certificate.shape) {
                    case CutShape::zero:
                    case CutShape::searched: break;
                    case CutShape::sourceColumn:
                        mine = mine || (token == source && level >= bend);
                        break;
                    case CutShape::sinkColumn:
                        mine = mine || (inside && !(token == sink && level <= bend));
                        break;
                    case CutShape::neck:
                        mine = mine || (level > bend ? token == source : inside && token != sink);
                        break;
                    case CutShape::mixedNeck:
                        if (level == bend) {
                            mine = mine || graph.step(bend, source, token) >
                                               graph.step(bend - 1, token, sink);
                        } else {
                            mine =
                                mine || (level > bend ? token == source : inside && token != sink);
                        }
                        break;
                }
            }
            side[token] = mine;
        }
    }
    measureCut(graph, cut);
    return cut;
}

}  // namespace hw
