// SPDX-License-Identifier: MIT
#include "panels/graph/cuts.h"

#include <string>

namespace hw {
namespace {

std::string describeCuts(const CutEdge& cut, const std::string& query, const std::string& key,
                         int heads) {
    if (cut.heads == 0)
        return formatText("layer {}, residual of {} cut"_tr, {cut.layer + 1, query});
    return formatText(cut.heads == heads ? "{} → {}, layer {}, cut in every head"_tr
                      : cut.heads == 1   ? "{} → {}, layer {}, cut in one head"_tr
                                         : "{} → {}, layer {}, cut in {} heads"_tr,
                      {key, query, cut.layer + 1, cut.heads});
}

}  // namespace

std::vector<CutEdge> cutsBetween(const AppState& state, int first) {
    std::vector<CutEdge> cuts;
    const bool isDecoder = state.view.side == Side::decoder;
    if ((state.view.side != Side::encoder && !isDecoder) || state.view.bothFiles) return cuts;
    const AttentionStack of = isDecoder ? AttentionStack::decoder : AttentionStack::encoder;
    for (const CutEdge& cut : state.document->current.cuts)
        if (cut.of == of && cut.query >= 0 && cut.layer >= first && cut.layer <= state.view.layer)
            cuts.push_back(cut);
    return cuts;
}

std::vector<CutLine> cutLines(const std::vector<CutEdge>& cuts, const LayerGraph& graph,
                              int heads) {
    std::vector<CutLine> lines;
    for (const CutEdge& cut : cuts) {
        const int query = rowOf(graph, cut.query);
        const int key = rowOf(graph, cut.key);
        if (query < 0 || key < 0) continue;
        lines.push_back({cut.layer, query, key,
                         describeCuts(cut, graph.labels[query], graph.labels[key], heads)});
    }
    return lines;
}

}  // namespace hw
