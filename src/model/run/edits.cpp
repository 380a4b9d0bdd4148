// SPDX-License-Identifier: MIT
#include "model/run/edits.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/localized_text.h"
#include "model/network/spec.h"

namespace hw::model {
namespace {

std::pair<int, int> placeOf(const Edge& edge) { return {edge.layer, edge.head}; }

/// Whether all tokens that the head pools are hidden.
bool isMeanEmpty(const Spec& spec, const Edits& edits, int tokens) {
    std::vector<Pool> pools = spec.head.beside;
    pools.push_back(spec.head.pool);
    constexpr Pool several[] = {Pool::mean, Pool::max, Pool::rootMean, Pool::weightedMean};
    if (std::ranges::find_first_of(pools, several) == pools.end()) return false;
    for (int token = std::min(spec.head.from, tokens - 1); token < tokens; ++token)
        if (!edits.isHidden(token)) return false;
    return true;
}

}  // namespace

EdgesByHead::EdgesByHead(std::vector<Edge> edges) : edges_(std::move(edges)) {
    std::ranges::stable_sort(edges_, {}, &placeOf);
}

std::span<const Edge> EdgesByHead::of(int layer, int head) const {
    return std::ranges::equal_range(edges_, std::pair{layer, head}, {}, &placeOf);
}

bool Edits::empty() const {
    return edges.empty() && cross.empty() && heads.empty() && values.empty() && residuals.empty() &&
           patches.empty() && noWords.empty() && hidden.empty() && wordScale == 1;
}

bool Edits::isHidden(int token) const {
    return std::ranges::find(hidden, token, &LayerToken::token) != hidden.end();
}

int Edits::firstLayer(int layers) const {
    if (!noWords.empty() || wordScale != 1) return 0;
    int first = layers;
    const auto least = [&](const auto& list) {
        for (const auto& item : list) first = std::min(first, item.layer);
    };
    least(edges);
    least(cross);
    least(heads);
    least(values);
    least(residuals);
    least(patches);
    least(hidden);
    return first;
}

Result<void> checkEdits(const Spec& spec, const Edits& edits, int tokens, int sources) {
    const int layers = spec.layerCount();
    const auto within = [](int value, int end) { return value >= 0 && value < end; };
    bool good = true;
    for (const Edge& edge : edits.edges)
        good = good && within(edge.layer, layers) && within(edge.head, spec.heads) &&
               within(edge.query, tokens) && within(edge.key, tokens);
    for (const Edge& edge : edits.cross)
        good = good && within(edge.layer, layers) && within(edge.head, spec.heads) &&
               within(edge.query, tokens) && within(edge.key, sources);
    for (const HeadCut& cut : edits.heads)
        good = good && within(cut.layer, layers) && within(cut.head, spec.heads);
    for (const auto* list : {&edits.values, &edits.residuals})
        for (const LayerToken& cut : *list)
            good = good && within(cut.layer, layers) && within(cut.token, tokens);
    for (const Patch& patch : edits.patches) {
        const int width = patch.head < 0 ? spec.width : spec.headWidth;
        good = good && within(patch.layer, layers + (patch.head < 0 ? 1 : 0)) &&
               within(patch.token, tokens) && patch.head < spec.heads &&
               std::cmp_equal(patch.values.size(), width);
    }
    for (const int token : edits.noWords) good = good && within(token, tokens);
    for (const LayerToken& hidden : edits.hidden)
        good = good && within(hidden.layer, layers + 1) && within(hidden.token, tokens);
    if (good && isMeanEmpty(spec, edits, tokens))
        return std::unexpected(
            Problem{.code = Code::badArgument,
                    .place = "hide",
                    .finding = "All tokens that the model averages are hidden."_tr,
                    .remedy = "Hide fewer tokens."_tr,
                    .byte = {}});
    if (good) return {};
    return std::unexpected(Problem{
        .code = Code::badArgument,
        .place = "cut",
        .finding = formatText("A change is out of range ({} layers of {} heads, {} tokens)."_tr,
                              {layers, spec.heads, tokens}),
        .remedy = {},
        .byte = {}});
}

}  // namespace hw::model
