// SPDX-License-Identifier: MIT
#include "core/report/ranked_source.h"

namespace hw {

RankedSource rankedSource(const Example& example, Part beside, int row) {
    const RankedRow& one = rankedRows[row];
    RankedSource source{one.ofContributions ? Part::contributions : beside, one.method, nullptr};
    source.tensor = tensorOf(example, source.part);
    if (one.ofContributions && source.tensor != nullptr && source.tensor->isGlobal())
        source.method = Method::raw;
    return source;
}

bool hasRanking(const Example& example, Part beside, int row, const Settings& settings,
                OutputJoin join) {
    const RankedSource source = rankedSource(example, beside, row);
    const AttentionTensor* ranked = tensorOf(example, beside);
    if (source.tensor == nullptr || ranked == nullptr) return false;
    const RankedRow& one = rankedRows[row];
    if (one.ofContributions) {  // in addition to attention, and of the same shape
        return beside != Part::contributions && source.tensor->keys == ranked->keys &&
               source.tensor->queries == ranked->queries && source.tensor->layers == ranked->layers;
    }
    if (!ranked->isAttention() && !isOfContributions(one.method, ranked->kind, ranked->hasNegative))
        return false;
    if (specOf(one.method).joinsOutputs && join == OutputJoin::max) return false;
    const bool isOfPaper = specOf(one.method).ranked;
    return isOfPaper || checkMethod(example, source.part, one.method, settings).has_value();
}

}  // namespace hw
