// SPDX-License-Identifier: MIT
#include "platform/model/cut_run.h"

#include <array>
#include <map>

#include "core/words.h"

namespace hw {

std::string cutTitle(const std::string& title, const CutTexts& cuts) {
    std::string what;
    for (const std::string_view each : {cuts.edges, cuts.heads, cuts.residuals})
        if (!each.empty()) what.append(what.empty() ? "" : "; ").append(each);
    const Words how = cuts.rule == "renormalise" ? "scores to −∞"_tr
                      : cuts.rule == "mean"      ? "heads to their mean"_tr
                                                 : "weights to 0"_tr;
    const std::string cut =
        what.empty() ? title : say("{} · cut: {} ({})"_tr, {title, what, std::string(how)});
    if (cuts.swaps.empty()) return cut;
    return say("{} · swapped in from “{}”: {}"_tr,
               {cut, std::string(cuts.clean), std::string(cuts.swaps)});
}

std::vector<CutEdge> cutEdges(const model::Edits& edits) {
    std::map<std::array<int, 3>, int> heads;
    for (const model::Edge& edge : edits.edges) ++heads[{edge.layer, edge.query, edge.key}];
    std::vector<CutEdge> cuts;
    for (const auto& [place, count] : heads) cuts.push_back({place[0], place[1], place[2], count});
    for (const auto& [layer, token] : edits.residuals) cuts.push_back({layer, token, token, 0});
    return cuts;
}

}  // namespace hw
