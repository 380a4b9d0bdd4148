// SPDX-License-Identifier: MIT
// Keys and values of a text, so that tokens after it cost only their own pass. A token's keys and values do not depend
// on the tokens after it. Queries of earlier tokens are never needed again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/amount.h"
#include "model/network/spec.h"

namespace hw::model {

/// Reserves memory for `size` numbers, and an eighth more if the list has to grow. A vector would double, which is too
/// much here.
inline void makeRoom(std::vector<float>& list, std::size_t size) {
    if (size > list.capacity()) list.reserve(size + size / 8);
}

/// Appends rows.
inline void addRows(std::vector<float>& list, const std::vector<float>& rows) {
    makeRoom(list, list.size() + rows.size());
    list.insert(list.end(), rows.begin(), rows.end());
}

/// Drops the rows from `count` on, of `row` numbers each, and frees memory beyond twice the rest.
inline void keepRows(std::vector<float>& list, int count, int row) {
    const std::size_t size = std::size_t{1} * count * row;
    if (list.size() <= size) return;
    list.resize(size);
    if (list.capacity() / 2 > size) list.shrink_to_fit();
}

/// Keys (normed and rotated) and values of the tokens so far, for each layer [tokens][G*d].
struct KvCache {
    int tokens = 0;  ///< without those of the current pass
    std::vector<std::vector<float>> keys;
    std::vector<std::vector<float>> values;
    /// For recomputeWeights(), else empty: for each layer [tokens][H*d], normed and rotated.
    std::vector<std::vector<float>> queries;

    /// Sets the number of layers, and reserves memory for `count` tokens; for queries only if `keepsQueries`.
    void makeRoom(int count, bool keepsQueries, const Spec& spec) {
        const std::size_t layers = spec.layers.size();
        for (auto* lists : {&keys, &values, &queries}) {
            lists->resize(lists == &queries && !keepsQueries ? 0 : layers);
            const int heads = lists == &queries ? spec.heads : spec.keyHeads;
            for (std::vector<float>& list : *lists)
                hw::model::makeRoom(list, std::size_t{1} * count * heads * spec.headWidth);
        }
    }
    /// Drops all tokens from `count` on.
    void shorten(int count, const Spec& spec) {
        tokens = count;
        for (auto* lists : {&keys, &values})
            for (std::vector<float>& list : *lists)
                keepRows(list, count, spec.keyHeads * spec.headWidth);
        for (std::vector<float>& list : queries) keepRows(list, count, spec.heads * spec.headWidth);
    }
};

/// The attention of the first `tokens` in a layer, recomputed from kept queries and keys, [H][tokens][tokens]. The
/// numbers equal those of one pass with all tokens. Cost: O(H tokens^2 d).
std::vector<float> recomputeWeights(const Spec& spec, int layer, const KvCache& cache, int tokens);

/// True if Past suffices: in no layer a token sees one after it, and scores and positions need nothing else.
inline bool canDecodeIncrementally(const Spec& spec) {
    for (const LayerKind& layer : spec.layers)
        if (!layer.isCausal()) return false;
    return !spec.layers.empty() && spec.bucketCount == 0 && !spec.picture && spec.countedFrom < 0;
}

/// Bytes per token in Past.
inline std::uint64_t kvCacheBytes(const Spec& spec) {
    return (Amount(2 * sizeof(float)) * spec.layers.size() * spec.keyHeads * spec.headWidth)
        .value();
}

}  // namespace hw::model
