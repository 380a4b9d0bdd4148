// SPDX-License-Identifier: MIT
#include "model/experiment/cut_set.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "model/experiment/draw.h"
#include "model/experiment/rankings.h"

namespace hw::model {
namespace {

/// Mean of the heads, [n][n].
std::vector<double> meanWeights(const Spec& spec, const Trace& trace, int layer) {
    const std::size_t square = std::size_t{1} * trace.batch.length(0) * trace.batch.length(0);
    std::vector<double> mean(square, 0.0);
    for (int head = 0; head < spec.heads; ++head)
        for (std::size_t i = 0; i < square; ++i)
            mean[i] += double{trace.weights[layer][head * square + i]} / spec.heads;
    return mean;
}

/// What lies on a way from the input to where the answer is read. Residuals are units of kind token: layer and key.
struct Between {
    std::vector<Unit> attention;
    std::vector<Unit> residuals;
};

Between between(const Spec& spec, const Trace& trace, const Target& target, int input) {
    const int n = trace.batch.length(0);
    const int layers = spec.layerCount();
    std::vector<std::vector<double>> weights;
    for (int layer = 0; layer < layers; ++layer) weights.push_back(meanWeights(spec, trace, layer));
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
    const std::vector<double> read = readAt(spec, target, trace.batch);
    for (int i = 0; i < n; ++i) leads[layers][i] = read[i] > 0;
    for (int layer = layers; layer-- > 0;)
        for (int key = 0; key < n; ++key) {
            leads[layer][key] = leads[layer + 1][key];
            for (int query = 0; query < n && !leads[layer][key]; ++query)
                leads[layer][key] = leads[layer + 1][query] && weight(layer, query, key) > 0;
        }
    Between found;
    for (int layer = 0; layer < layers; ++layer)
        for (int query = 0; query < n; ++query) {
            if (!leads[layer + 1][query]) continue;
            if (comes[layer][query])
                found.residuals.push_back({UnitKind::token, {layer, 0, query, query}, 0, 1});
            for (int key = 0; key < n; ++key)
                if (comes[layer][key] && weight(layer, query, key) > 0)
                    found.attention.push_back(
                        {UnitKind::edge, {layer, 0, query, key}, 0, weight(layer, query, key)});
        }
    return found;
}

Edits editsOf(const Spec& spec, CutRule rule, const std::vector<Unit>& attention,
              const std::vector<Unit>& residuals) {
    Edits edits{.rule = rule};
    for (const Unit& unit : attention)
        for (int head = 0; head < spec.heads; ++head)
            edits.edges.push_back({unit.place.layer, head, unit.place.query, unit.place.key});
    for (const Unit& unit : residuals)
        edits.residuals.push_back({unit.place.layer, unit.place.key});
    return edits;
}

}  // namespace

double CutSetEffect::removed(double y) const {
    const double dependence = value - blanked;
    constexpr double least = 1e-3;
    if (std::abs(dependence) < least * std::max(1.0, std::abs(value)))
        return std::numeric_limits<double>::quiet_NaN();
    return (value - y) / dependence;
}

Result<CutSetEffect> cutSetEffect(const Network& network, const Trace& base, const Target& target,
                                  const CutSet& set, const CutSetOptions& options) {
    const Spec& spec = network.spec;
    const int n = base.batch.length(0);
    std::vector<Unit> attention;
    std::vector<Unit> residuals;
    for (const LayerEdge& edge : set.edges)
        attention.push_back(
            {UnitKind::edge,
             {edge.layer, 0, edge.query, edge.key},
             0,
             meanWeights(spec, base, edge.layer)[std::size_t{1} * edge.query * n + edge.key]});
    for (const LayerToken& place : set.residuals)
        residuals.push_back({UnitKind::token, {place.layer, 0, place.token, place.token}, 0, 1});

    std::vector<Edits> edits{editsOf(spec, options.rule, attention, residuals),
                             editsOf(spec, options.rule, attention, {})};
    Between all = between(spec, base, target, set.input);
    Draw drawAttention(std::move(all.attention), options.seed);
    Draw drawResiduals(std::move(all.residuals), options.seed + 1);
    for (int i = 0; i < options.draws; ++i)
        edits.push_back(editsOf(spec, options.rule, drawAttention.like(attention),
                                drawResiduals.like(residuals)));
    const auto values = editedValues(network, base, edits, target, options.progress, options.stop);
    if (!values) return std::unexpected(values.error());
    const auto blanked =
        blankOut(network, base.texts[0], {{set.input}}, options.blank, target, {}, options.stop);
    if (!blanked) return std::unexpected(blanked.error());
    CutSetEffect made;
    made.value = valuesOf(network, base, target).front();
    made.cut = (*values)[0];
    made.withoutResiduals = (*values)[1];
    made.blanked = blanked->front();
    made.random.assign(values->begin() + 2, values->end());
    return made;
}

}  // namespace hw::model
