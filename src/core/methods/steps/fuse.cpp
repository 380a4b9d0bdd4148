// SPDX-License-Identifier: MIT
#include "core/methods/steps/fuse.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/methods/steps/fuse_row.h"
#include "core/statistics/attention_sinks.h"

namespace hw {

HeadChoice::HeadChoice(const AttentionTensor& attentions, int layer, const Settings& settings)
    : fusion(settings.fusion), heads(settings.heads) {
    const std::vector<double>* weights = &settings.headWeights;
    if (const LayerHeads* own = layerHeadsOf(settings, layer)) {
        if (own->fusion) fusion = *own->fusion;
        // Weights for every layer belong to the heads of every layer.
        if (!own->heads.empty() || !own->weights.empty()) weights = &own->weights;
        if (!own->heads.empty()) heads = own->heads;
    }
    if (hasOwnHead(settings, layer)) heads = {settings.headOfLayer[1]};
    if (heads.empty()) {
        heads.resize(attentions.heads);
        std::iota(heads.begin(), heads.end(), 0);
    }
    if (settings.sinks == SinkUse::exclude) parked = sinkTokens(attentions);
    shares.assign(heads.size(), 1.0);
    isWeighed = weights->size() == heads.size() || fusion == HeadFusion::gradientNorm;
    if (fusion == HeadFusion::gradientNorm) {
        fusion = HeadFusion::mean;
        const int norm = static_cast<int>(settings.gradientNorm);
        std::vector<double> norms;
        for (const int head : heads)
            norms.push_back(attentions.gradientNorms[(layer * attentions.heads + head) * 2 + norm]);
        // A single head is unchanged, whatever its gradients.
        if (heads.size() > 1 && std::ranges::any_of(norms, [](double size) { return size > 0; }))
            shares = std::move(norms);
    } else if (isWeighed) {
        shares = *weights;
    }
    divisor = std::accumulate(shares.begin(), shares.end(), 0.0);
}

Matrix fuseHeads(const AttentionTensor& attentions, int layer, const Settings& settings) {
    HeadChoice choice(attentions, layer, settings);
    if (choice.isWeighed || attentions.hasMissing) {
        // float32 results have always used shares that sum to 1, to the last digit.
        for (double& share : choice.shares) share /= choice.divisor;
        choice.divisor = 1.0;
    }
    Matrix fused(attentions.queries, attentions.keys);
    FusionScratch room;
    for (int query = 0; query < attentions.queries; ++query) {
        fuseRow(rowOf(fused, query), attentions, layer, query, choice, room,
                [](float value) { return static_cast<double>(value); });
    }
    return fused;
}

Matrix fuseWithGradients(const AttentionTensor& attentions, const AttentionTensor& gradients,
                         int layer, GradientForm form, std::span<const int> heads) {
    Settings settings;
    settings.heads.assign(heads.begin(), heads.end());
    const HeadChoice choice(attentions, layer, settings);
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
