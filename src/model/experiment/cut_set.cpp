// SPDX-License-Identifier: MIT
#include "model/experiment/cut_set.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "model/experiment/draw.h"

namespace hw::model {
namespace {

/// Mean of the heads, [n][n].
std::vector<double> meanWeights(const StackView& stack, int layer) {
    const std::size_t square = std::size_t{1} * stack.keys * stack.keys;
    std::vector<double> mean(square, 0.0);
    for (int head = 0; head < stack.heads; ++head)
        for (std::size_t i = 0; i < square; ++i)
            mean[i] += double{stack.weights[layer][head * square + i]} / stack.heads;
    return mean;
}

/// The edges on paths from the input to the position of the answer.
struct PathEdges {
    std::vector<Unit> attention;
    std::vector<Unit> residuals;
};

PathEdges edgesBetween(const StackView& stack, const std::vector<double>& read, int input) {
    const int n = stack.keys;
    const int layers = stack.layers;
    std::vector<std::vector<double>> weights;
    for (int layer = 0; layer < layers; ++layer) weights.push_back(meanWeights(stack, layer));
    const auto weight = [&](int layer, int query, int key) {
        return weights[layer][std::size_t{1} * query * n + key];
    };
    std::vector<std::vector<bool>> comes(layers + 1, std::vector<bool>(n, false));
    std::vector<std::vector<bool>> leads = comes;
    comes[0][input] = true;
    for (int layer = 0; layer < layers; ++layer)
        for (int query = 0; query < n; ++query) {
            comes[layer + 1][query] = comes[layer][query];
            for (int key = 0; key < n && !comes[layer + 1][query]; ++key)
                comes[layer + 1][query] = comes[layer][key] && weight(layer, query, key) > 0;
        }
    for (int i = 0; i < n; ++i) leads[layers][i] = read[i] > 0;
    for (int layer = layers; layer-- > 0;)
        for (int key = 0; key < n; ++key) {
            leads[layer][key] = leads[layer + 1][key];
            for (int query = 0; query < n && !leads[layer][key]; ++query)
                leads[layer][key] = leads[layer + 1][query] && weight(layer, query, key) > 0;
        }
    PathEdges found;
    for (int layer = 0; layer < layers; ++layer)
        for (int query = 0; query < n; ++query) {
            if (!leads[layer + 1][query]) continue;
            if (comes[layer][query])
                found.residuals.push_back({UnitKind::residual, {layer, 0, 0, query}, 0, 1});
            for (int key = 0; key < n; ++key)
                if (comes[layer][key] && weight(layer, query, key) > 0)
                    found.attention.push_back(
                        {UnitKind::edge, {layer, 0, query, key}, 0, weight(layer, query, key)});
        }
    return found;
}

/// The units of the cut, with attention in all heads.
std::vector<Unit> inAllHeads(int heads, const std::vector<Unit>& attention,
                             const std::vector<Unit>& residuals) {
    std::vector<Unit> units;
    for (Unit unit : attention)
        for (unit.place.head = 0; unit.place.head < heads; ++unit.place.head) units.push_back(unit);
    units.insert(units.end(), residuals.begin(), residuals.end());
    return units;
}

}  // namespace

double CutSetEffect::removed(double y) const {
    const double dependence = value - blanked;
    constexpr double least = 1e-3;
    if (std::abs(dependence) < least * std::max(1.0, std::abs(value)))
        return std::numeric_limits<double>::quiet_NaN();
    return (value - y) / dependence;
}

Result<CutSetEffect> cutSetEffect(const Runner& runner, const Target& target, const CutSet& set,
                                  const CutSetOptions& options) {
    const StackView stack = runner.stacks().front();
    std::vector<Unit> attention;
    std::vector<Unit> residuals;
    for (const LayerEdge& edge : set.edges)
        attention.push_back(
            {UnitKind::edge,
             {edge.layer, 0, edge.query, edge.key},
             0,
             meanWeights(stack, edge.layer)[std::size_t{1} * edge.query * stack.keys + edge.key]});
    for (const LayerToken& place : set.residuals)
        residuals.push_back({UnitKind::residual, {place.layer, 0, 0, place.token}, 0, 1});

    std::vector<std::vector<Unit>> cuts{inAllHeads(stack.heads, attention, residuals),
                                        inAllHeads(stack.heads, attention, {})};
    PathEdges all = edgesBetween(stack, runner.read(target), set.input);
    Draw drawAttention(std::move(all.attention), options.seed);
    Draw drawResiduals(std::move(all.residuals), options.seed + 1);
    for (int i = 0; i < options.draws; ++i)
        cuts.push_back(
            inAllHeads(stack.heads, drawAttention.like(attention), drawResiduals.like(residuals)));
    const auto values = runner.values(cuts, options.rule, target, {options.progress, options.stop});
    if (!values) return std::unexpected(values.error());
    CutSetEffect made;
    made.value = runner.value(target);
    made.cut = (*values)[0];
    made.withoutResiduals = (*values)[1];
    made.blanked = options.blanked;
    made.random.assign(values->begin() + 2, values->end());
    return made;
}

}  // namespace hw::model
