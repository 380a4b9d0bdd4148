// SPDX-License-Identifier: MIT
// The weights with which a pooling head reads each token, and the pooling by attention.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "model/kernel/workspace.h"
#include "model/network/network.h"
#include "model/run/batch.h"
#include "model/run/edits.h"
#include "model/run/record.h"

namespace hw::model {

/// The tokens of a text that the head may read.
struct PoolRange {
    int first = 0;  ///< the first after the skipped ones
    int from = 0;   ///< the first for means and maxima
    int last = 0;
    int tokens = 0;
    std::vector<int> hidden;  ///< excluded from means and maxima
    float count = 0;          ///< the number of tokens in means
    float places = 0;         ///< the sum of their positions, from 1

    bool counts(int token) const {
        return token >= from && std::ranges::find(hidden, token) == hidden.end();
    }
};

/// The pools whose results are concatenated.
inline std::vector<Pool> poolsOf(const HeadSpec& head) {
    std::vector<Pool> pools = head.beside;
    pools.insert(pools.begin(), head.pool);
    return pools;
}

/// For a text of `tokens` tokens. `edits` may be null.
inline PoolRange rangeOf(const Spec& spec, const PooledRange& pooled, int tokens,
                         const Edits* edits) {
    PoolRange range{.first = pooled.from,
                    .from = std::min(std::max(spec.head.from, pooled.from), tokens - 1),
                    .last = pooled.last,
                    .tokens = tokens,
                    .hidden = {}};
    if (edits != nullptr)
        for (const LayerToken& hidden : edits->hidden) range.hidden.push_back(hidden.token);
    for (int token = range.from; token < tokens; ++token) {
        if (!range.counts(token)) continue;
        range.count += 1;
        range.places += static_cast<float>(token) + 1;
    }
    return range;
}

/// The factor of a token in one pooled row. For Pool::max it is 1 if the token counts.
inline float shareOf(Pool pool, const PoolRange& range, int token) {
    const bool isIn = range.counts(token);
    switch (pool) {
        case Pool::every: return 1;
        case Pool::first: return token == range.first ? 1.0F : 0.0F;
        case Pool::second: return token == std::min(1, range.tokens - 1) ? 1.0F : 0.0F;
        case Pool::last: return token == range.last ? 1.0F : 0.0F;
        case Pool::max: return isIn ? 1.0F : 0.0F;
        case Pool::attention:  // equal shares; those of a run are in AttentionPoolRecord
        case Pool::mean: return isIn ? 1 / range.count : 0.0F;
        case Pool::rootMean: return isIn ? 1 / std::sqrt(range.count) : 0.0F;
        case Pool::weightedMean:
            return isIn ? (static_cast<float>(token) + 1) / range.places : 0.0F;
    }
    return 0;
}

/// Results of the pooling by attention, for the backward pass. N are the rows that are read, of all texts.
struct AttentionPoolRecord {
    std::vector<int> starts;     ///< the first row of each text, and N
    std::vector<float> keys;     ///< [N][D]
    std::vector<float> values;   ///< [N][D]
    std::vector<float> weights;  ///< for each text [H][its rows]
    std::vector<float> sums;     ///< [texts][D], before the norm
    std::vector<float> up;       ///< [texts][F], before the activation
    NormRecord norm;
};

/// The vectors [texts][D] of some texts from their normed rows [N][D]. `record.starts` is set. Cost: O(N D^2).
std::vector<float> poolByAttention(const Network& network, const std::vector<float>& rows,
                                   AttentionPoolRecord& record, Workspace& workspace);
/// The gradient of the rows from that of the vectors. `weights`, unless null, gets that of the attention weights in the
/// layout of the record's.
std::vector<float> poolByAttentionBackward(const Network& network,
                                           const AttentionPoolRecord& record,
                                           const std::vector<float>& gradient,
                                           std::vector<float>* weights, Workspace& workspace);

}  // namespace hw::model
