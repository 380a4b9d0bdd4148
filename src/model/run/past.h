// SPDX-License-Identifier: MIT
// What is kept of a text so that tokens behind it cost their own pass only. Queries of earlier tokens are never needed again, as
// nothing behind a token changes what it sees; their keys and values are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/network/spec.h"

namespace hw::model {

/// Keys (normed and rotated) and values of the tokens so far, of each layer [tokens][G*d].
struct Past {
    int tokens = 0;  ///< before those of the pass that goes on
    std::vector<std::vector<float>> keys;
    std::vector<std::vector<float>> values;

    /// Forgets all tokens from `count` on. `row` is G*d.
    void shorten(int count, int row) {
        tokens = count;
        for (auto* lists : {&keys, &values})
            for (std::vector<float>& list : *lists)
                if (list.size() > std::size_t{1} * count * row)
                    list.resize(std::size_t{1} * count * row);
    }
};

/// True if no token sees one behind it, in any layer, and scores and positions need nothing else of it: what Past is for.
inline bool canGrow(const Spec& spec) {
    for (const LayerKind& layer : spec.layers)
        if (!layer.isCausal()) return false;
    return !spec.layers.empty() && spec.position != PositionKind::buckets && !spec.picture &&
           spec.countedFrom < 0;
}

/// Bytes of a token in Past.
inline std::uint64_t pastBytes(const Spec& spec) {
    return std::uint64_t{2} * sizeof(float) * spec.layers.size() *
           static_cast<std::uint64_t>(spec.keyHeads) * static_cast<std::uint64_t>(spec.headWidth);
}

}  // namespace hw::model
