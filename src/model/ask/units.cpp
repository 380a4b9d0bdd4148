// SPDX-License-Identifier: MIT
#include "model/ask/units.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "model/ask/known_cuts.h"
#include "model/ask/relevance.h"

namespace hw::model {
namespace {

/// Calls take(edge, weight, gradient, total of A dA in the row) for every edge with weight.
template <class Take>
void eachEdge(const Network& network, const Trace& trace, const Gradients& gradients,
              const Take& take) {
    const Spec& spec = network.spec;
    const int n = trace.batch.length(0);
    for (int layer = 0; layer < spec.layerCount(); ++layer)
        for (int head = 0; head < spec.heads; ++head)
            for (int query = 0; query < n; ++query) {
                const std::size_t row = (std::size_t{1} * head * n + query) * n;
                const float* weights = trace.weights[layer].data() + row;
                const float* slopes = gradients.weights[layer].data() + row;
                double total = 0;
                for (int key = 0; key < n; ++key)
                    total += static_cast<double>(weights[key]) * slopes[key];
                for (int key = 0; key < n; ++key)
                    if (weights[key] > 0)
                        take(Edge{layer, head, query, key}, static_cast<double>(weights[key]),
                             static_cast<double>(slopes[key]), total);
            }
}

/// The row of a picture that stands for a patch without pixels (pictureInput).
int blankRow(const Network& network) { return network.spec.vocabulary - 1; }

/// To first order wiping adds (blank - x) dy/dx of the patch's row.
std::vector<Unit> patchesOf(const Network& network, const Trace& trace,
                            const Gradients& gradients) {
    std::vector<Unit> units;
    const TextInput& text = trace.texts[0];
    if (!network.spec.picture || !text.rows) return units;
    const std::size_t width = network.spec.embeddingWidth;
    const auto row = [&](int id) { return std::span(*text.rows).subspan(id * width, width); };
    const std::span blank = row(blankRow(network));
    for (int token = network.spec.leadingTokens(); token < text.length(); ++token) {
        const std::span own = row(text.ids[token]);
        if (std::ranges::equal(own, blank)) continue;
        const auto slopes = std::span(gradients.words).subspan(token * width, width);
        double change = 0;
        for (std::size_t i = 0; i < width; ++i)
            change += (static_cast<double>(blank[i]) - own[i]) * slopes[i];
        units.push_back({UnitKind::patch, {0, 0, 0, token}, change, 1});
    }
    return units;
}

}  // namespace

std::vector<Unit> unitsOf(const Network& network, const Trace& trace, const Gradients& gradients,
                          UnitKind kind, CutRule rule) {
    const Spec& spec = network.spec;
    const int n = trace.batch.length(0);
    if (kind == UnitKind::patch) return patchesOf(network, trace, gradients);
    std::vector<Unit> units;
    if (kind == UnitKind::edge) {
        eachEdge(network, trace, gradients,
                 [&](const Edge& edge, double weight, double slope, double total) {
                     if (rule == CutRule::renormalise && !(weight < 1)) return;
                     const double change = rule == CutRule::zero
                                               ? -weight * slope
                                               : -weight / (1 - weight) * (slope - total);
                     units.push_back({kind, edge, change, weight});
                 });
        return units;
    }
    if (kind == UnitKind::head) {
        for (int layer = 0; layer < spec.layerCount(); ++layer)
            for (int head = 0; head < spec.heads; ++head)
                units.push_back({kind, {layer, head, 0, 0}, 0, static_cast<double>(n)});
        eachEdge(network, trace, gradients,
                 [&](const Edge& edge, double weight, double slope, double) {
                     units[std::size_t{1} * edge.layer * spec.heads + edge.head].predicted -=
                         weight * slope;
                 });
        return units;
    }
    for (int token = 0; token < n; ++token) units.push_back({kind, {0, 0, 0, token}, 0, 0});
    eachEdge(network, trace, gradients,
             [&](const Edge& edge, double weight, double slope, double total) {
                 if (edge.query == edge.key) return;
                 Unit& unit = units[edge.key];
                 unit.weight += weight;
                 unit.predicted -= rule == CutRule::zero || !(weight < 1)
                                       ? weight * slope
                                       : weight / (1 - weight) * (slope - total);
             });
    return units;
}

void addCut(Edits& edits, const Unit& unit, const Spec& spec, int tokens) {
    if (unit.kind == UnitKind::edge) {
        edits.edges.push_back(unit.place);
    } else if (unit.kind == UnitKind::head) {
        edits.heads.push_back({unit.place.layer, unit.place.head, HeadRule::zero});
    } else if (unit.kind == UnitKind::token) {
        for (int layer = 0; layer < spec.layerCount(); ++layer)
            for (int head = 0; head < spec.heads; ++head)
                for (int query = 0; query < tokens; ++query)
                    if (query != unit.place.key)
                        edits.edges.push_back({layer, head, query, unit.place.key});
    }
}

Cut cutOf(const Network& network, const Trace& base, std::span<const Unit> units, CutRule rule) {
    Cut made{base.texts[0], {.rule = rule}};
    for (const Unit& unit : units)
        if (unit.kind == UnitKind::patch)
            made.text.ids[unit.place.key] = blankRow(network);
        else
            addCut(made.edits, unit, network.spec, base.batch.length(0));
    return made;
}

Result<std::vector<double>> cutValues(const Network& network, const Trace& base,
                                      const std::vector<std::vector<Unit>>& lists, CutRule rule,
                                      const Target& target, const Progress& progress,
                                      const Stop& stop, KnownCuts* known) {
    KnownCuts own;
    KnownCuts& all = known != nullptr ? *known : own;
    all.beOf(base, rule, target);
    std::vector<TextInput> texts;
    std::vector<Edits> edits;
    std::vector<double*> places;  // of the runs that are to be made
    std::vector<const double*> wanted;
    bool isOther = false;
    for (const std::vector<Unit>& list : lists) {
        const auto [found, isNew] = all.values().try_emplace(
            KnownCuts::setOf(list), std::numeric_limits<double>::quiet_NaN());
        wanted.push_back(&found->second);
        if (!isNew) continue;
        Cut cut = cutOf(network, base, list, rule);
        isOther = isOther || cut.text.ids != base.texts[0].ids;
        texts.push_back(std::move(cut.text));
        edits.push_back(std::move(cut.edits));
        places.push_back(&found->second);
    }
    // Of one text the layers below the first cut need not run again.
    const auto made = isOther ? textValues(network, texts, edits, {target}, progress, stop)
                              : editedValues(network, base, edits, target, progress, stop);
    if (!made) return std::unexpected(made.error());
    for (std::size_t i = 0; i < places.size(); ++i) *places[i] = (*made)[i];
    std::vector<double> values;
    for (const double* value : wanted) values.push_back(*value);
    return values;
}

}  // namespace hw::model
