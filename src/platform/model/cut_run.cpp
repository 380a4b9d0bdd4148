// SPDX-License-Identifier: MIT
#include "platform/model/cut_run.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "core/words.h"
#include "platform/model/cut_words.h"

namespace hw {
namespace {

void addEdges(const std::vector<model::Edge>& edges, CutOf of, std::vector<CutEdge>& cuts) {
    std::map<std::array<int, 3>, std::set<int>> heads;
    for (const model::Edge& edge : edges)
        heads[{edge.layer, edge.query, edge.key}].insert(edge.head);
    for (const auto& [place, cut] : heads)
        cuts.push_back({place[0], place[1], place[2], static_cast<int>(cut.size()), of});
}

/// Those that emptyHeads() empties, once for each layer.
void addHeads(const std::vector<model::HeadCut>& heads, CutOf of, std::vector<CutEdge>& cuts) {
    std::map<int, std::set<int>> layers;
    for (const model::HeadCut& cut : heads)
        if (cut.rule == model::HeadRule::zero) layers[cut.layer].insert(cut.head);
    for (const auto& [layer, cut] : layers)
        cuts.push_back({layer, -1, -1, static_cast<int>(cut.size()), of});
}

void addResiduals(const std::vector<model::LayerToken>& residuals, CutOf of,
                  std::vector<CutEdge>& cuts) {
    for (const auto& [layer, token] : residuals) cuts.push_back({layer, token, token, 0, of});
}

void addOneStack(const model::Edits& edits, const std::vector<model::Edge>& edges,
                 std::vector<CutEdge>& cuts) {
    addEdges(edges, CutOf::encoder, cuts);
    addHeads(edits.heads, CutOf::encoder, cuts);
    addResiduals(edits.residuals, CutOf::encoder, cuts);
}

}  // namespace

std::string cutTitle(const std::string& title, const CutTexts& cuts, const CutTokens& tokens) {
    std::string what;
    for (const std::string_view each : {cuts.edges, cuts.heads, cuts.residuals})
        if (!each.empty()) what.append(what.empty() ? "" : "; ").append(each);
    const Words how = cuts.rule == "renormalise" ? "scores to −∞"_tr
                      : cuts.rule == "mean"      ? "heads to their mean"_tr
                                                 : "weights to 0"_tr;
    const std::string words = cutWords(cuts, tokens);
    std::string cut =
        what.empty() ? title
        : !words.empty()
            ? say("{} · cut: {} ({})"_tr, {title, words, std::string(how)})
            : say("{} · cut: {} ({}; heads and tokens from 0)"_tr, {title, what, std::string(how)});
    if (!cuts.hidden.empty())
        cut = say("{} · hidden: {}"_tr, {cut, hiddenWords(cuts.hidden, tokens)});
    if (cuts.swaps.empty()) return cut;
    return say("{} · swapped in from “{}”: {}"_tr,
               {cut, std::string(cuts.clean), swapWords(cuts.swaps, tokens)});
}

void emptyHeads(const std::vector<model::HeadCut>& cuts, int heads, model::Trace& trace) {
    const std::size_t square = std::size_t{1} * trace.batch.length(0) * trace.batch.length(0);
    for (const model::HeadCut& cut : cuts) {
        if (cut.rule != model::HeadRule::zero) continue;
        std::vector<float>& weights = trace.weights[cut.layer];
        if (weights.empty()) continue;  // not kept
        std::fill_n(weights.data() + trace.batch.matrix(0, cut.head, heads), square, 0.0F);
    }
}

std::vector<CutEdge> cutEdges(const model::Edits& edits, const model::Spec& spec, int tokens) {
    std::vector<model::Edge> edges = edits.edges;
    for (const model::LayerToken& hidden : edits.hidden)
        for (int layer = hidden.layer; layer < spec.layerCount(); ++layer)
            for (int head = 0; head < spec.heads; ++head)
                for (int query = 0; query < tokens; ++query)
                    if (query != hidden.token && spec.layers[layer].sees(query, hidden.token))
                        edges.push_back({layer, head, query, hidden.token});
    std::vector<CutEdge> cuts;
    addOneStack(edits, edges, cuts);
    return cuts;
}

std::vector<CutEdge> cutEdges(const model::PairEdits& edits) {
    std::vector<CutEdge> cuts;
    addOneStack(edits.encoder, edits.encoder.edges, cuts);
    addEdges(edits.decoder.edges, CutOf::decoder, cuts);
    addHeads(edits.decoder.heads, CutOf::decoder, cuts);
    addResiduals(edits.decoder.residuals, CutOf::decoder, cuts);
    addEdges(edits.decoder.cross, CutOf::cross, cuts);
    return cuts;
}

}  // namespace hw
