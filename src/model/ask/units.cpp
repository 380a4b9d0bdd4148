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
void eachEdge(const StackView& view, const Take& take) {
    for (int layer = 0; layer < view.spec.layerCount(); ++layer)
        for (int head = 0; head < view.spec.heads; ++head)
            for (int query = 0; query < view.queries; ++query) {
                const float* weights = view.weights[layer].data() + view.row(head, query);
                const float* slopes = view.slopes[layer].data() + view.row(head, query);
                double total = 0;
                for (int key = 0; key < view.keys; ++key)
                    total += static_cast<double>(weights[key]) * slopes[key];
                for (int key = 0; key < view.keys; ++key)
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
        const auto slopes = std::span(gradients.embeddings).subspan(token * width, width);
        double change = 0;
        for (std::size_t i = 0; i < width; ++i)
            change += (static_cast<double>(blank[i]) - own[i]) * slopes[i];
        units.push_back({UnitKind::patch, {0, 0, 0, token}, change, 1});
    }
    return units;
}

}  // namespace

std::vector<StackView> stacksOf(const Subject& subject, const Slopes& slopes) {
    const int n = subject.trace().batch.length(0);
    std::vector<StackView> views{{Stack::encoder, subject.network().spec, subject.trace().weights,
                                  slopes.own.weights, n, n}};
    if (!subject.isPair()) return views;
    const Spec& spec = subject.decoder().spec;
    const Trace& output = subject.output();
    const int m = output.batch.length(0);
    views.push_back({Stack::decoder, spec, output.weights, slopes.decoder.weights, m, m});
    views.push_back({Stack::cross, spec, output.cross, slopes.decoder.cross, m, n});
    return views;
}

std::vector<Unit> unitsOf(const Subject& subject, const Slopes& slopes, UnitKind kind,
                          CutRule rule) {
    if (kind == UnitKind::patch) return patchesOf(subject.network(), subject.trace(), slopes.own);
    std::vector<Unit> units;
    if (kind == UnitKind::token)
        for (int token = 0; token < subject.trace().batch.length(0); ++token)
            units.push_back({kind, {0, 0, 0, token}, 0, 0});
    for (const StackView& view : stacksOf(subject, slopes)) {
        if (kind == UnitKind::edge) {
            eachEdge(view, [&](const Edge& edge, double weight, double slope, double total) {
                if (rule == CutRule::renormalise && !(weight < 1)) return;
                const double change = rule == CutRule::zero
                                          ? -weight * slope
                                          : -weight / (1 - weight) * (slope - total);
                units.push_back({kind, edge, change, weight, view.stack});
            });
        } else if (kind == UnitKind::head) {
            const std::size_t first = units.size();
            for (int layer = 0; layer < view.spec.layerCount(); ++layer)
                for (int head = 0; head < view.spec.heads; ++head)
                    units.push_back({kind,
                                     {layer, head, 0, 0},
                                     0,
                                     static_cast<double>(view.queries),
                                     view.stack});
            eachEdge(view, [&](const Edge& edge, double weight, double slope, double) {
                const std::size_t at = std::size_t{1} * edge.layer * view.spec.heads + edge.head;
                units[first + at].predicted -= weight * slope;
            });
        } else if (view.stack != Stack::decoder) {
            eachEdge(view, [&](const Edge& edge, double weight, double slope, double total) {
                if (view.stack == Stack::encoder && edge.query == edge.key) return;
                Unit& unit = units[edge.key];
                unit.weight += weight;
                // Masked before the softmax, whatever the rule for edges.
                unit.predicted -=
                    weight < 1 ? weight / (1 - weight) * (slope - total) : weight * slope;
            });
        }
    }
    return units;
}

void keepTokens(std::vector<Unit>& units, const std::vector<bool>& takesPart) {
    if (takesPart.empty()) return;
    std::erase_if(units, [&](const Unit& unit) {
        return unit.kind == UnitKind::token && !takesPart[unit.place.key];
    });
}

void addCut(Edits& edits, const Unit& unit) {
    if (unit.kind == UnitKind::edge) edits.edges.push_back(unit.place);
    if (unit.kind == UnitKind::head)
        edits.heads.push_back({unit.place.layer, unit.place.head, HeadRule::zero});
    if (unit.kind == UnitKind::token) edits.hidden.push_back({0, unit.place.key});
}

namespace {

/// In the attention from a decoder to its encoder: all that a head reads, or that is read of a token.
void addAcross(Edits& edits, const Unit& unit, const Spec& spec, int tokens, int sources) {
    const Edge& place = unit.place;
    const bool isHead = unit.kind == UnitKind::head;
    if (unit.kind == UnitKind::edge) return edits.cross.push_back(place);
    if (!isHead) edits.rule = CutRule::renormalise;  // as hidden from the encoder's own tokens
    for (int layer = 0; layer < spec.layerCount(); ++layer)
        for (int head = 0; head < spec.heads; ++head) {
            if (isHead && (layer != place.layer || head != place.head)) continue;
            for (int query = 0; query < tokens; ++query)
                for (int key = 0; key < sources; ++key)
                    if (isHead || key == place.key)
                        edits.cross.push_back({layer, head, query, key});
        }
}

}  // namespace

Cut cutOf(const Subject& subject, std::span<const Unit> units, CutRule rule) {
    const int sources = subject.trace().batch.length(0);
    const int tokens = subject.answers().batch.length(0);
    Cut made{subject.trace().texts[0], {{.rule = rule}, {.rule = rule}}};
    for (const Unit& unit : units) {
        if (unit.kind == UnitKind::patch) {
            made.text.ids[unit.place.key] = blankRow(subject.network());
            continue;
        }
        if (unit.stack == Stack::encoder)
            addCut(made.edits.encoder, unit);
        else if (unit.stack == Stack::decoder)
            addCut(made.edits.decoder, unit);
        if (unit.stack == Stack::cross || (subject.isPair() && unit.kind == UnitKind::token))
            addAcross(made.edits.decoder, unit, subject.decoder().spec, tokens, sources);
    }
    return made;
}

Result<std::vector<double>> cutValues(const Subject& subject,
                                      const std::vector<std::vector<Unit>>& lists, CutRule rule,
                                      const Target& target, const Progress& progress,
                                      const Stop& stop, KnownCuts* known) {
    KnownCuts own;
    KnownCuts& all = known != nullptr ? *known : own;
    all.beOf(subject.answers(), rule, target);
    std::vector<TextInput> texts;
    std::vector<PairEdits> edits;
    std::vector<double*> places;  // of the runs that are to be made
    std::vector<const double*> wanted;
    bool isOther = false;
    for (const std::vector<Unit>& list : lists) {
        const auto [found, isNew] = all.values().try_emplace(
            KnownCuts::setOf(list), std::numeric_limits<double>::quiet_NaN());
        wanted.push_back(&found->second);
        if (!isNew) continue;
        Cut cut = cutOf(subject, list, rule);
        isOther = isOther || cut.text.ids != subject.trace().texts[0].ids;
        texts.push_back(std::move(cut.text));
        edits.push_back(std::move(cut.edits));
        places.push_back(&found->second);
    }
    // Of one text the layers below the first cut need not run again.
    const auto made = isOther ? textValues(subject.network(), texts, {}, {target}, progress, stop)
                              : editedValues(subject, edits, target, progress, stop);
    if (!made) return std::unexpected(made.error());
    for (std::size_t i = 0; i < places.size(); ++i) *places[i] = (*made)[i];
    std::vector<double> values;
    for (const double* value : wanted) values.push_back(*value);
    return values;
}

}  // namespace hw::model
