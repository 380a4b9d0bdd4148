// SPDX-License-Identifier: MIT
// What is kept of a text so that tokens behind it cost their own pass only. Queries of earlier tokens are never needed again, as
// nothing behind a token changes what it sees; their keys and values are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/amount.h"
#include "model/network/spec.h"

namespace hw::model {

/// Room for `size` numbers, and an eighth more where there is less: twice as much, as a vector makes, is too much of this.
inline void makeRoom(std::vector<float>& list, std::size_t size) {
    if (size > list.capacity()) list.reserve(size + size / 8);
}

/// Adds rows behind those that there are.
inline void addRows(std::vector<float>& list, const std::vector<float>& rows) {
    makeRoom(list, list.size() + rows.size());
    list.insert(list.end(), rows.begin(), rows.end());
}

/// Forgets all rows of so many numbers from `count` on, and gives back room for more than twice what is left.
inline void keepRows(std::vector<float>& list, int count, int row) {
    const std::size_t size = std::size_t{1} * count * row;
    if (list.size() <= size) return;
    list.resize(size);
    if (list.capacity() / 2 > size) list.shrink_to_fit();
}

/// Keys (normed and rotated) and values of the tokens so far, of each layer [tokens][G*d].
struct Past {
    int tokens = 0;  ///< before those of the pass that goes on
    std::vector<std::vector<float>> keys;
    std::vector<std::vector<float>> values;
    /// Where they are kept for weightsAgain(), else empty: of each layer [tokens][H*d], normed and rotated.
    std::vector<std::vector<float>> queries;

    /// Lists of all layers, with room for `count` tokens in all; of queries only where they are kept.
    void makeRoom(int count, bool keepsQueries, const Spec& spec) {
        const std::size_t layers = spec.layers.size();
        for (auto* lists : {&keys, &values, &queries}) {
            lists->resize(lists == &queries && !keepsQueries ? 0 : layers);
            const int heads = lists == &queries ? spec.heads : spec.keyHeads;
            for (std::vector<float>& list : *lists)
                hw::model::makeRoom(list, std::size_t{1} * count * heads * spec.headWidth);
        }
    }
    /// Forgets all tokens from `count` on.
    void shorten(int count, const Spec& spec) {
        tokens = count;
        for (auto* lists : {&keys, &values})
            for (std::vector<float>& list : *lists)
                keepRows(list, count, spec.keyHeads * spec.headWidth);
        for (std::vector<float>& list : queries) keepRows(list, count, spec.heads * spec.headWidth);
    }
};

/// The attention of the first `tokens` in a layer from queries and keys that were kept, [H][tokens][tokens]: the numbers of a pass of
/// all of them. Cost O(H tokens^2 d).
std::vector<float> weightsAgain(const Spec& spec, int layer, const Past& past, int tokens);

/// True if no token sees one behind it, in any layer, and scores and positions need nothing else of it: what Past is for.
inline bool canGrow(const Spec& spec) {
    for (const LayerKind& layer : spec.layers)
        if (!layer.isCausal()) return false;
    return !spec.layers.empty() && spec.bucketCount == 0 && !spec.picture && spec.countedFrom < 0;
}

/// Bytes of a token in Past.
inline std::uint64_t pastBytes(const Spec& spec) {
    return (Amount(2 * sizeof(float)) * spec.layers.size() * spec.keyHeads * spec.headWidth)
        .value();
}

}  // namespace hw::model
