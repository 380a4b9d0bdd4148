// SPDX-License-Identifier: MIT
#include "core/flow/printed_attention.h"

#include <array>
#include <bit>
#include <cmath>

#include "core/methods/steps/fuse_row.h"

namespace hw {
namespace {

// Powers of ten that are exact in double.
constexpr double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                             1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/// 1e-17 to 1e9, each as the quotient of exact numbers.
constexpr std::array<double, 27> tens = [] {
    std::array<double, 27> all{};
    for (int i = -17; i <= 9; ++i) { all[i + 17] = i < 0 ? 1.0 / powers[-i] : powers[i]; }
    return all;
}();

/// floor(log10(size)) for a double of that binary exponent, 1e-17 < size < 1e9.
int magnitudeOf(double size, int exponent) {
    // log10 of the next power of two, with 1233 / 4096 for log10(2). Exact, or one too large.
    const int guess = ((exponent + 1) * 1233) >> 12;
    return size < tens[guess + 17] ? guess - 1 : guess;
}

/// 2^exponent, for a double that is not denormal.
double powerOfTwo(int exponent) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

/// Whether a decimal on the grid of 1 / power can read back as the float. Rejects distant ones without a division.
bool isNear(double size, double power, double half) {
    const double scaled = size * power;
    return std::abs(std::nearbyint(scaled) - scaled) <= half * power + 1e-6;
}

}  // namespace

double printedValue(float value) {
    const double exact = static_cast<double>(value);
    const double size = std::abs(exact);
    if (!(size > 1e-17 && size < 1e9)) return exact;
    // No float is a denormal double, so the bits give the exponent.
    const int exponent = static_cast<int>(std::bit_cast<std::uint64_t>(size) >> 52) - 1023;
    const double half =
        0.51 * powerOfTwo(exponent - 23);  // of the float's last binary digit, and a little more
    const int magnitude = magnitudeOf(size, exponent);
    int digits = 6;
    // Decimals of six or seven digits are also decimals of eight. Where none of those is near, nine are needed.
    if (magnitude >= -14 && magnitude <= 5 && !isNear(size, powers[7 - magnitude], half))
        digits = 9;
    for (; digits <= 9; ++digits) {
        const int shift = digits - 1 - magnitude;
        if (shift < 0 || shift > 22) return exact;
        if (digits < 9 && !isNear(size, powers[shift], half)) continue;
        // Both are exact, so their quotient is the double nearest to the decimal.
        const double decimal = std::nearbyint(exact * powers[shift]) / powers[shift];
        if (static_cast<float>(decimal) == value) return decimal;
    }
    return exact;
}

PrintedAttention::PrintedAttention(const AttentionTensor& attentions, const Settings& settings)
    : attentions_(attentions), settings_(settings), layers_(attentions.layers) {}

std::span<const double> PrintedAttention::row(int layer, int query) {
    Layer& kept = layers_[layer];
    if (kept.values.empty()) {
        kept.values.resize(attentions_.matrixSize());
        kept.isDone.resize(attentions_.queries);
        kept.choice.emplace(attentions_, layer, settings_);
    }
    const std::size_t width = attentions_.keys;
    const std::span<double> row = std::span(kept.values).subspan(query * width, width);
    if (kept.isDone[query] == 0) {
        fuseRow(row, attentions_, layer, query, *kept.choice, room_,
                [](float value) { return printedValue(value); });
        kept.isDone[query] = 1;
        work_ += static_cast<std::int64_t>(12 * kept.choice->heads.size() * width);
    }
    return row;
}

}  // namespace hw
