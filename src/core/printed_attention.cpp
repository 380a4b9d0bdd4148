// SPDX-License-Identifier: MIT
#include "core/printed_attention.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>

namespace hw {
namespace {

// Powers of ten that double holds exactly.
constexpr double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                             1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/// 1e-17 to 1e9, each as the quotient of exact numbers.
constexpr std::array<double, 27> tens = [] {
    std::array<double, 27> all{};
    for (int i = -17; i <= 9; ++i) {
        all[static_cast<std::size_t>(i + 17)] = i < 0 ? 1.0 / powers[-i] : powers[i];
    }
    return all;
}();

/// floor(log10(size)) for a double of that binary exponent, 1e-17 < size < 1e9.
int magnitudeOf(double size, int exponent) {
    // log10 of the next power of two, 1233 / 4096 being log10(2): right, or one too large.
    const int guess = ((exponent + 1) * 1233) >> 12;
    return size < tens[static_cast<std::size_t>(guess + 17)] ? guess - 1 : guess;
}

/// 2^exponent, for a double that is no denormal.
double powerOfTwo(int exponent) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

/// Whether a decimal on the grid of 1 / power can read back as the float: too far away is seen without a division.
bool isNear(double size, double power, double half) {
    const double scaled = size * power;
    return std::abs(std::nearbyint(scaled) - scaled) <= half * power + 1e-6;
}

}  // namespace

double printedValue(float value) {
    const double exact = static_cast<double>(value);
    const double size = std::abs(exact);
    if (!(size > 1e-17 && size < 1e9)) return exact;
    // No float is a denormal double, so that the bits tell the exponent.
    const int exponent = static_cast<int>(std::bit_cast<std::uint64_t>(size) >> 52) - 1023;
    const double half =
        0.51 * powerOfTwo(exponent - 23);  // of the float's last binary digit, and a little more
    const int magnitude = magnitudeOf(size, exponent);
    int digits = 6;
    // Decimals of six or seven digits are such of eight: where none of those is near, nine are needed.
    if (magnitude >= -14 && magnitude <= 5 && !isNear(size, powers[7 - magnitude], half))
        digits = 9;
    for (; digits <= 9; ++digits) {
        const int shift = digits - 1 - magnitude;
        if (shift < 0 || shift > 22) return exact;
        if (digits < 9 && !isNear(size, powers[shift], half)) continue;
        // Both exact, so their quotient is the double nearest to the decimal.
        const double decimal = std::nearbyint(exact * powers[shift]) / powers[shift];
        if (static_cast<float>(decimal) == value) return decimal;
    }
    return exact;
}

PrintedAttention::PrintedAttention(const AttentionTensor& attentions, const Settings& settings)
    : attentions_(attentions),
      fusion_(settings.fusion),
      heads_(settings.heads),
      layers_(static_cast<std::size_t>(attentions.layers)) {
    if (heads_.empty()) {
        heads_.resize(static_cast<std::size_t>(attentions.heads));
        std::iota(heads_.begin(), heads_.end(), 0);
    }
    const bool weighted = settings.headWeights.size() == heads_.size();
    shares_ = weighted ? settings.headWeights : std::vector<double>(heads_.size(), 1.0);
}

std::span<const double> PrintedAttention::row(int layer, int query) {
    Layer& kept = layers_[static_cast<std::size_t>(layer)];
    const auto width = static_cast<std::size_t>(attentions_.keys);
    const auto index = static_cast<std::size_t>(query);
    if (kept.values.empty()) {
        kept.values.resize(attentions_.matrixSize());
        kept.isDone.resize(static_cast<std::size_t>(attentions_.queries));
    }
    const std::span<double> row = std::span(kept.values).subspan(index * width, width);
    if (kept.isDone[index] == 0) {
        fuse(layer, query, row);
        kept.isDone[index] = 1;
        work_ += static_cast<std::int64_t>(12 * heads_.size() * width);
    }
    return row;
}

void PrintedAttention::fuse(int layer, int query, std::span<double> row) {
    if (fusion_ == HeadFusion::mean) return fuseMean(layer, query, row);
    const auto first = attentions_.row(layer, heads_.front(), query, room_);
    std::vector<float> kept(first.begin(), first.end());
    for (std::size_t index = 1; index < heads_.size(); ++index) {
        const std::span<const float> values = attentions_.row(layer, heads_[index], query, room_);
        for (std::size_t key = 0; key < kept.size(); ++key) {
            const float value = values[key];
            if (!std::isfinite(value)) continue;
            const bool larger = fusion_ == HeadFusion::max ? value > kept[key] : value < kept[key];
            if (larger || !std::isfinite(kept[key])) kept[key] = value;
        }
    }
    std::transform(kept.begin(), kept.end(), row.begin(),
                   [](float value) { return std::isfinite(value) ? printedValue(value) : 0.0; });
}

void PrintedAttention::fuseMean(int layer, int query, std::span<double> row) {
    for (std::size_t index = 0; index < heads_.size(); ++index) {
        const std::span<const float> values = attentions_.row(layer, heads_[index], query, room_);
        for (std::size_t key = 0; key < row.size(); ++key) {
            if (std::isfinite(values[key])) row[key] += shares_[index] * printedValue(values[key]);
        }
    }
    const double total = std::accumulate(shares_.begin(), shares_.end(), 0.0);
    if (attentions_.hasMissing) return divideByPresent(layer, query, row);
    for (double& value : row) value /= total;
}

/// Sums become means over the heads that have the weight.
void PrintedAttention::divideByPresent(int layer, int query, std::span<double> row) {
    std::vector<double> totals(row.size());
    for (std::size_t index = 0; index < heads_.size(); ++index) {
        const std::span<const float> values = attentions_.row(layer, heads_[index], query, room_);
        for (std::size_t key = 0; key < row.size(); ++key) {
            if (std::isfinite(values[key])) totals[key] += shares_[index];
        }
    }
    for (std::size_t key = 0; key < row.size(); ++key) {
        if (totals[key] > 0) row[key] /= totals[key];
    }
}

}  // namespace hw
