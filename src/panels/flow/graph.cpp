// SPDX-License-Identifier: MIT
#include "panels/flow/graph.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace hw {

int rowOf(const LayerGraph& graph, int token) {
    const auto found = std::lower_bound(graph.rows.begin(), graph.rows.end(), token);
    return found != graph.rows.end() && *found == token
               ? static_cast<int>(found - graph.rows.begin())
               : -1;
}

std::vector<std::string> placesAmongEqual(const std::vector<std::string>& labels) {
    std::map<std::string_view, int> count;
    for (const std::string& label : labels) ++count[label];
    std::map<std::string_view, int> place;
    std::vector<std::string> places;
    places.reserve(labels.size());
    for (const std::string& label : labels) {
        places.push_back(count[label] > 1 ? " (" + std::to_string(++place[label]) + ")" : "");
    }
    return places;
}

FlowRibbon* addRibbon(LayerGraph& graph, const FlowEdge& edge) {
    const int from = rowOf(graph, edge.query);
    const int to = rowOf(graph, edge.key);
    if (from < 0 || to < 0) return nullptr;
    FlowRibbon& ribbon = graph.ribbons.emplace_back();
    ribbon.layer = edge.layer;
    ribbon.query = edge.query;
    ribbon.key = edge.key;
    ribbon.queryRow = from;
    ribbon.keyRow = to;
    ribbon.amount = edge.amount;
    ribbon.capacity = edge.capacity;
    return &ribbon;
}

/// Bands that leave a node are stacked in the order of their targets, those that arrive in the order of their origins.
/// This way they cross as little as straight lines would.
void stackRibbons(LayerGraph& graph) {
    const auto rows = graph.rows.size();
    const std::size_t levels = graph.layer - graph.startLayer + 2;
    graph.through.assign(levels, std::vector<double>(rows, 0.0));
    auto& ribbons = graph.ribbons;
    const auto level = [&](int layer) { return layer - graph.startLayer; };
    std::stable_sort(ribbons.begin(), ribbons.end(), [](const FlowRibbon& a, const FlowRibbon& b) {
        if (a.layer != b.layer) return a.layer > b.layer;
        return a.queryRow != b.queryRow ? a.queryRow < b.queryRow : a.keyRow < b.keyRow;
    });
    std::vector<std::vector<double>> leaving(levels, std::vector<double>(rows, 0.0));
    for (FlowRibbon& ribbon : ribbons) {
        double& out = leaving[level(ribbon.layer + 1)][ribbon.queryRow];
        ribbon.queryOffset = out;
        out += ribbon.amount;
        double& in = graph.through[level(ribbon.layer)][ribbon.keyRow];
        ribbon.keyOffset = in;
        in += ribbon.amount;
    }
    for (std::size_t i = 0; i < levels; ++i) {
        for (std::size_t row = 0; row < rows; ++row) {
            graph.through[i][row] = std::max(graph.through[i][row], leaving[i][row]);
        }
    }
}

}  // namespace hw
