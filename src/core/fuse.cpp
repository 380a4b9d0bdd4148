// SPDX-License-Identifier: MIT
#include "core/fuse.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace hw {
namespace {

float present(float value) { return std::isfinite(value) ? value : 0.0F; }

std::vector<int> chosenHeads(const AttentionTensor& attentions, std::span<const int> heads) {
    if (!heads.empty()) return {heads.begin(), heads.end()};
    std::vector<int> all(static_cast<std::size_t>(attentions.heads));
    std::iota(all.begin(), all.end(), 0);
    return all;
}

void roundInto(std::span<float> row, const std::vector<double>& sums) {
    std::transform(sums.begin(), sums.end(), row.begin(),
                   [](double sum) { return static_cast<float>(sum); });
}

/// Shares of the heads in a mean; they sum to 1.
std::vector<double> headShares(std::size_t count, std::span<const double> weights) {
    if (weights.size() != count)
        return std::vector<double>(count, 1.0 / static_cast<double>(count));
    std::vector<double> shares(weights.begin(), weights.end());
    const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
    for (double& share : shares) share /= total;
    return shares;
}

/// The mean over the heads that have the weight.
Matrix meanOfPresent(const AttentionTensor& attentions, int layer, const std::vector<int>& heads,
                     const std::vector<double>& shares) {
    Matrix fused(attentions.queries, attentions.keys);
    std::vector<double> sums(fused.values.size());
    std::vector<double> totals(fused.values.size());
    std::vector<float> room;
    for (std::size_t index = 0; index < heads.size(); ++index) {
        const auto values = attentions.matrix(layer, heads[index], room).values();
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (!std::isfinite(values[i])) continue;
            sums[i] += shares[index] * static_cast<double>(values[i]);
            totals[i] += shares[index];
        }
    }
    for (std::size_t i = 0; i < sums.size(); ++i) {
        if (totals[i] > 0) fused.values[i] = static_cast<float>(sums[i] / totals[i]);
    }
    return fused;
}

Matrix meanOfHeads(const AttentionTensor& attentions, int layer, const std::vector<int>& heads,
                   std::span<const double> weights) {
    Matrix fused(attentions.queries, attentions.keys);
    const std::vector<double> shares = headShares(heads.size(), weights);
    if (attentions.hasMissing) return meanOfPresent(attentions, layer, heads, shares);
    const bool equal = weights.size() != heads.size();
    std::vector<double> sums(static_cast<std::size_t>(attentions.keys));
    std::vector<float> room;
    for (int query = 0; query < fused.rows; ++query) {
        std::fill(sums.begin(), sums.end(), 0.0);
        for (std::size_t index = 0; index < heads.size(); ++index) {
            const auto row = attentions.row(layer, heads[index], query, room);
            // Equal heads are added first and divided once: the mean of equal values is that value.
            const double share = equal ? 1.0 : shares[index];
            for (std::size_t key = 0; key < sums.size(); ++key) {
                sums[key] += share * static_cast<double>(present(row[key]));
            }
        }
        if (equal) {
            for (double& sum : sums) sum /= static_cast<double>(heads.size());
        }
        roundInto(fused.row(query), sums);
    }
    return fused;
}

}  // namespace

Matrix fuseHeads(const AttentionTensor& attentions, int layer, HeadFusion fusion,
                 std::span<const int> heads, std::span<const double> weights) {
    const std::vector<int> chosen = chosenHeads(attentions, heads);
    if (fusion == HeadFusion::mean) return meanOfHeads(attentions, layer, chosen, weights);
    Matrix fused(attentions.queries, attentions.keys);
    constexpr float none = std::numeric_limits<float>::quiet_NaN();
    std::ranges::fill(fused.values, none);
    std::vector<float> room;
    for (const int head : chosen) {
        const auto values = attentions.matrix(layer, head, room).values();
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (!std::isfinite(values[i])) continue;
            float& kept = fused.values[i];
            const bool larger = fusion == HeadFusion::max ? values[i] > kept : values[i] < kept;
            if (larger || std::isnan(kept)) kept = values[i];
        }
    }
    std::ranges::transform(fused.values, fused.values.begin(), present);
    return fused;
}

Matrix fuseWithGradients(const AttentionTensor& attentions, const AttentionTensor& gradients,
                         int layer, GradientForm form, std::span<const int> heads) {
    const std::vector<int> chosen = chosenHeads(attentions, heads);
    const bool clipEachHead = form == GradientForm::positiveProduct;
    Matrix fused(attentions.queries, attentions.keys);
    std::vector<double> sums(static_cast<std::size_t>(attentions.keys));
    std::vector<float> room;
    std::vector<float> slopeRoom;
    for (int query = 0; query < fused.rows; ++query) {
        std::fill(sums.begin(), sums.end(), 0.0);
        for (const int head : chosen) {
            const auto weights = attentions.row(layer, head, query, room);
            const auto slopes = gradients.row(layer, head, query, slopeRoom);
            for (std::size_t key = 0; key < sums.size(); ++key) {
                const double product = static_cast<double>(present(weights[key])) *
                                       static_cast<double>(present(slopes[key]));
                sums[key] += clipEachHead ? std::max(product, 0.0) : product;
            }
        }
        for (double& sum : sums) { sum = std::max(sum / static_cast<double>(chosen.size()), 0.0); }
        roundInto(fused.row(query), sums);
    }
    return fused;
}

}  // namespace hw
