// SPDX-License-Identifier: MIT
#include "core/methods/fuse.h"

#include <numeric>

#include "core/methods/fuse_row.h"

namespace hw {

HeadChoice::HeadChoice(const AttentionTensor& attentions, HeadFusion how,
                       std::span<const int> chosen, std::span<const double> weights)
    : fusion(how), heads(chosen.begin(), chosen.end()) {
    if (heads.empty()) {
        heads.resize(attentions.heads);
        std::iota(heads.begin(), heads.end(), 0);
    }
    shares.assign(heads.size(), 1.0);
    if (weights.size() == heads.size()) shares.assign(weights.begin(), weights.end());
    divisor = std::accumulate(shares.begin(), shares.end(), 0.0);
}

Matrix fuseHeads(const AttentionTensor& attentions, int layer, HeadFusion fusion,
                 std::span<const int> heads, std::span<const double> weights) {
    HeadChoice choice(attentions, fusion, heads, weights);
    if (weights.size() == choice.heads.size() || attentions.hasMissing) {
        // Shares that sum to 1: what float32 results have always been made of, to the last digit.
        for (double& share : choice.shares) share /= choice.divisor;
        choice.divisor = 1.0;
    }
    Matrix fused(attentions.queries, attentions.keys);
    FusionRoom room;
    for (int query = 0; query < attentions.queries; ++query) {
        fuseRow(rowOf(fused, query), attentions, layer, query, choice, room,
                [](float value) { return static_cast<double>(value); });
    }
    return fused;
}

Matrix fuseWithGradients(const AttentionTensor& attentions, const AttentionTensor& gradients,
                         int layer, GradientForm form, std::span<const int> heads) {
    const HeadChoice choice(attentions, HeadFusion::mean, heads, {});
    Matrix fused(attentions.queries, attentions.keys);
    RowArray<double> sums;
    std::vector<float> room;
    std::vector<float> slopeRoom;
    const auto present = [](std::span<const float> row) {
        return expressionOf(row)
            .unaryExpr([](float value) { return presentWeight(value); })
            .cast<double>();
    };
    for (int query = 0; query < attentions.queries; ++query) {
        sums.setZero(attentions.keys);
        for (const int head : choice.heads) {
            const auto product = present(attentions.row(layer, head, query, room)) *
                                 present(gradients.row(layer, head, query, slopeRoom));
            if (form == GradientForm::positiveProduct) {
                sums += product.max(0.0);
            } else {
                sums += product;
            }
        }
        fused.row(query) = (sums / choice.divisor).max(0.0).cast<float>();
    }
    return fused;
}

}  // namespace hw
