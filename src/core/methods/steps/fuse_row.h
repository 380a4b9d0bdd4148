// SPDX-License-Identifier: MIT
// One row of a layer with its heads fused, for both precisions, float32 for matrices (fuse.h) and double from printed
// values for attention flow (printed_attention.h). Internal to core.
#pragma once

#include <cmath>
#include <limits>
#include <span>

#include "core/matrix/matrix.h"
#include "core/model/head_choice.h"

namespace hw {

/// A weight that is not finite is missing, and counts as 0 on its own.
inline float presentWeight(float value) { return std::isfinite(value) ? value : 0.0F; }

/// The weight that a row gives to sinks is added to its own weight.
template <class Number>
void parkSinks(std::span<Number> fused, int query, const std::vector<int>& sinks) {
    double own = static_cast<double>(fused[query]);
    for (const int sink : sinks) {
        if (sink == query) continue;
        own += static_cast<double>(fused[sink]);
        fused[sink] = 0;
    }
    fused[query] = static_cast<Number>(own);
}

/// `numberOf` converts a stored weight to double. Sums run in double, over the heads in their order, and where weights
/// are missing, over the heads that have them.
template <class Number, class NumberOf>
void fuseHeadsOfRow(std::span<Number> fused, const AttentionTensor& attentions, int layer,
                    int query, const HeadChoice& choice, FusionScratch& room, NumberOf numberOf) {
    if (attentions.isUniform) {
        for (int key = 0; key < std::ssize(fused); ++key)
            fused[key] = static_cast<Number>(key <= query ? 1.0 / (query + 1) : 0.0);
        return;
    }
    const auto weights = [&](int head) {
        return expressionOf(attentions.row(layer, head, query, room.decoded));
    };
    const auto number = [&](float value) { return numberOf(presentWeight(value)); };
    auto row = expressionOf(fused);
    if (choice.fusion != HeadFusion::mean) {
        room.kept.assign(fused.size(), std::numeric_limits<float>::quiet_NaN());
        auto kept = expressionOf(std::span(room.kept));
        const bool isMax = choice.fusion == HeadFusion::max;
        const auto keep = [isMax](float before, float value) {
            if (!std::isfinite(value)) return before;
            return std::isnan(before) || (isMax ? value > before : value < before) ? value : before;
        };
        for (const int head : choice.heads) kept = kept.binaryExpr(weights(head), keep);
        row = kept.unaryExpr(number).template cast<Number>();
        return;
    }
    room.sums.assign(fused.size(), 0.0);
    auto sums = expressionOf(std::span(room.sums));
    for (std::size_t i = 0; i < choice.heads.size(); ++i)
        sums += choice.shares[i] * weights(choice.heads[i]).unaryExpr(number);
    if (!attentions.hasMissing) {
        row = (sums / choice.divisor).template cast<Number>();
        return;
    }
    room.totals.assign(fused.size(), 0.0);
    auto totals = expressionOf(std::span(room.totals));
    const auto isThere = [](float value) { return std::isfinite(value) ? 1.0 : 0.0; };
    for (std::size_t i = 0; i < choice.heads.size(); ++i)
        totals += choice.shares[i] * weights(choice.heads[i]).unaryExpr(isThere);
    row = (totals > 0.0).select(sums / totals, 0.0).template cast<Number>();
}

/// The same, and then parks the choice's sinks.
template <class Number, class NumberOf>
void fuseRow(std::span<Number> fused, const AttentionTensor& attentions, int layer, int query,
             const HeadChoice& choice, FusionScratch& room, NumberOf numberOf) {
    fuseHeadsOfRow(fused, attentions, layer, query, choice, room, numberOf);
    if (!choice.parked.empty()) parkSinks(fused, query, choice.parked);
}

}  // namespace hw
