// SPDX-License-Identifier: MIT
#include "core/flow_capacities.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/effective_attention.h"
#include "core/fuse.h"
#include "core/multiply.h"

namespace hw {
namespace {

// Powers of ten that double holds exactly.
constexpr double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                             1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/// floor(log10(size)) for a double of that binary exponent, 1e-17 < size < 1e9.
int magnitudeOf(double size, int exponent) {
    // log10 of the next power of two, 1233 / 4096 being log10(2): right, or one too large.
    const int guess = ((exponent + 1) * 1233) >> 12;
    const double power = guess < 0 ? 1.0 / powers[-guess] : powers[guess];
    return size < power ? guess - 1 : guess;
}

std::vector<double> headShares(const AttentionTensor& attentions, const Settings& settings) {
    const std::size_t count =
        settings.heads.empty() ? static_cast<std::size_t>(attentions.heads) : settings.heads.size();
    std::vector<double> shares(count, 1.0);
    if (settings.headWeights.size() == count) shares = settings.headWeights;
    return shares;
}

std::vector<double> fused(const AttentionTensor& attentions, const Settings& settings, int layer) {
    std::vector<double> result(attentions.matrixSize(), 0.0);
    if (settings.fusion != HeadFusion::mean) {
        const Matrix matrix = fuseHeads(attentions, layer, settings.fusion, settings.heads);
        std::transform(matrix.values.begin(), matrix.values.end(), result.begin(), printedValue);
        return result;
    }
    const std::vector<double> shares = headShares(attentions, settings);
    std::vector<float> room;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        const int head = settings.heads.empty() ? static_cast<int>(i) : settings.heads[i];
        const std::span<const float> values = attentions.matrix(layer, head, room).values();
        for (std::size_t at = 0; at < result.size(); ++at) {
            if (std::isfinite(values[at])) result[at] += shares[i] * printedValue(values[at]);
        }
    }
    const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
    for (double& value : result) value /= total;
    return result;
}

}  // namespace

double printedValue(float value) {
    const double exact = static_cast<double>(value);
    const double size = std::abs(exact);
    if (!(size > 1e-17 && size < 1e9)) return exact;
    const int exponent = std::ilogb(size);
    const double half =
        std::ldexp(0.51, exponent - 23);  // of the float's last binary digit, and a little more
    const int magnitude = magnitudeOf(size, exponent);
    for (int digits = 6; digits <= 9; ++digits) {
        const int shift = digits - 1 - magnitude;
        if (shift < 0 || shift > 22) return exact;
        // Too far away to read back as the same: seen without the division.
        const double scaled = size * powers[shift];
        if (digits < 9 && std::abs(std::nearbyint(scaled) - scaled) > half * powers[shift] + 1e-6)
            continue;
        // Both exact, so their quotient is the double nearest to the decimal.
        const double decimal = std::nearbyint(exact * powers[shift]) / powers[shift];
        if (static_cast<float>(decimal) == value) return decimal;
    }
    return exact;
}

std::vector<double> exactAttention(const AttentionTensor& attentions, const Settings& settings,
                                   int layer, std::span<const float> fixedResidual) {
    if (!takesPart(settings, layer)) {
        const Matrix same = identity(attentions.queries);
        return {same.values.begin(), same.values.end()};
    }
    if (settings.discard > 0.0 || settings.residualKind != Residual::weighted ||
        settings.normalise == Normalise::columnsByRowSums) {
        const Matrix matrix = effectiveAttention(attentions, settings, layer, fixedResidual);
        return {matrix.values.begin(), matrix.values.end()};
    }
    std::vector<double> result = fused(attentions, settings, layer);
    const std::size_t n = static_cast<std::size_t>(attentions.queries);
    for (std::size_t query = 0; query < n; ++query) {
        double* row = result.data() + query * n;
        for (std::size_t key = 0; key < n; ++key) row[key] *= 1.0 - settings.residual;
        row[query] += settings.residual;
        const double sum = std::accumulate(row, row + n, 0.0);
        if (!(sum > 0.0)) {
            const bool asIs = settings.normalise == Normalise::none && settings.residual > 0.0;
            row[query] = asIs ? settings.residual : 1.0;
        } else if (settings.normalise == Normalise::rows) {
            for (std::size_t key = 0; key < n; ++key) row[key] /= sum;
        }
    }
    return result;
}

Result<AttentionGraph> flowNetwork(const AttentionTensor& attentions, const Settings& settings,
                                   std::span<const float> fixedResidual) {
    std::vector<std::vector<double>> layers;
    for (int layer = settings.startLayer; layer < attentions.layers; ++layer) {
        layers.push_back(exactAttention(attentions, settings, layer, fixedResidual));
    }
    return AttentionGraph::fromDoubles(layers, attentions.queries);
}

}  // namespace hw
