// SPDX-License-Identifier: MIT
#include "model/ask/units.h"

#include <algorithm>

#include "model/ask/runner.h"

namespace hw::model {
namespace {

/// Calls take(edge, weight, gradient, total of A dA in the row) for every edge with weight.
template <class Take>
void eachEdge(const StackView& view, const Take& take) {
    for (int layer = 0; layer < view.layers; ++layer)
        for (int head = 0; head < view.heads; ++head)
            for (int query = 0; query < view.queries; ++query) {
                const float* weights = view.weights[layer].data() + view.row(head, query);
                const float* runGradients = view.runGradients[layer].data() + view.row(head, query);
                double total = 0;
                for (int key = 0; key < view.keys; ++key)
                    total += static_cast<double>(weights[key]) * runGradients[key];
                for (int key = 0; key < view.keys; ++key)
                    if (weights[key] > 0)
                        take(Edge{layer, head, query, key}, static_cast<double>(weights[key]),
                             static_cast<double>(runGradients[key]), total);
            }
}

void addEdges(std::vector<Unit>& units, const StackView& view, CutRule rule) {
    eachEdge(view, [&](const Edge& edge, double weight, double slope, double total) {
        if (rule == CutRule::renormalise && !(weight < 1)) return;
        const double change =
            rule == CutRule::zero ? -weight * slope : -weight / (1 - weight) * (slope - total);
        units.push_back({UnitKind::edge, edge, change, weight, view.stack});
    });
}

void addHeads(std::vector<Unit>& units, const StackView& view) {
    const std::size_t first = units.size();
    for (int layer = 0; layer < view.layers; ++layer)
        for (int head = 0; head < view.heads; ++head)
            units.push_back({UnitKind::head,
                             {layer, head, 0, 0},
                             0,
                             static_cast<double>(view.queries),
                             view.stack});
    eachEdge(view, [&](const Edge& edge, double weight, double slope, double) {
        const std::size_t at = std::size_t{1} * edge.layer * view.heads + edge.head;
        units[first + at].predicted -= weight * slope;
    });
}

/// Adds the units of hidden tokens in a stack, masked before the softmax for any edge rule.
void addHidden(std::vector<Unit>& units, const StackView& view) {
    eachEdge(view, [&](const Edge& edge, double weight, double slope, double total) {
        if (view.stack == Stack::encoder && edge.query == edge.key) return;
        Unit& unit = units[edge.key];
        unit.weight += weight;
        unit.predicted -= weight < 1 ? weight / (1 - weight) * (slope - total) : weight * slope;
    });
}

}  // namespace

std::vector<Unit> unitsOf(std::span<const StackView> stacks, UnitKind kind, CutRule rule) {
    std::vector<Unit> units;
    if (kind == UnitKind::token)
        for (int token = 0; token < stacks.front().keys; ++token)
            units.push_back({kind, {0, 0, 0, token}, 0, 0});
    for (const StackView& view : stacks) {
        if (kind == UnitKind::edge) addEdges(units, view, rule);
        if (kind == UnitKind::head) addHeads(units, view);
        if (kind == UnitKind::token && view.stack != Stack::decoder) addHidden(units, view);
    }
    return units;
}

std::vector<Unit> unitsOf(const RunGradients& runGradients, UnitKind kind, CutRule rule) {
    return kind == UnitKind::patch ? runGradients.patches
                                   : unitsOf(runGradients.stacks, kind, rule);
}

double weightIn(std::span<const StackView> stacks, const Unit& unit) {
    const auto at = [&](const StackView& view, const Edge& edge) {
        return static_cast<double>(
            view.weights[edge.layer][view.row(edge.head, edge.query) + edge.key]);
    };
    if (unit.kind == UnitKind::edge)
        return at(*std::ranges::find(stacks, unit.stack, &StackView::stack), unit.place);
    if (unit.kind != UnitKind::token) return unit.weight;
    double weight = 0;
    for (const StackView& view : stacks)
        for (int layer = 0; layer < view.layers && view.stack != Stack::decoder; ++layer)
            for (int head = 0; head < view.heads; ++head)
                for (int query = 0; query < view.queries; ++query)
                    if (view.stack == Stack::cross || query != unit.place.key)
                        weight += at(view, {layer, head, query, unit.place.key});
    return weight;
}

void keepTokens(std::vector<Unit>& units, const std::vector<bool>& takesPart) {
    if (takesPart.empty()) return;
    std::erase_if(units, [&](const Unit& unit) {
        return unit.kind == UnitKind::token && !takesPart[unit.place.key];
    });
}

}  // namespace hw::model
