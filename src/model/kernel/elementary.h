// SPDX-License-Identifier: MIT
// exp, tanh and erf of four floats, within 1e-6 of the exact value (relative), without branches.
#pragma once

#include <bit>
#include <cstddef>

#include "model/weights/four.h"

namespace hw::model {

inline Four larger(Four a, Four b) { return a > b ? a : b; }
inline Four smaller(Four a, Four b) { return a < b ? a : b; }
inline Four sizeOf(Four v) {
    return reinterpret_cast<Four>(reinterpret_cast<FourInts>(v) & 0x7FFF'FFFF);
}
/// `size` with the sign of `sign`.
inline Four withSign(Four size, Four sign) {
    constexpr auto bit = std::bit_cast<std::int32_t>(0x8000'0000U);
    return reinterpret_cast<Four>((reinterpret_cast<FourInts>(size) & ~bit) |
                                  (reinterpret_cast<FourInts>(sign) & bit));
}

/// e^x. It is 0 below -87.3, where float32 has no normal numbers left, and finite above 88.
inline Four expOf(Four x) {
    const Four low = spread(-87.3F);
    const Four clamped = smaller(larger(x, low), spread(88.0F));
    // x = n ln 2 + r, |r| <= ln 2 / 2. Adding 1.5 * 2^23 rounds to a whole number.
    const Four shifted = clamped * spread(1.44269504F) + spread(12582912.0F);
    const Four n = shifted - spread(12582912.0F);
    const Four r = clamped - n * spread(0.693359375F) + n * spread(2.12194440e-4F);
    // Cephes, expf.
    Four p = spread(1.9875691500e-4F);
    p = p * r + spread(1.3981999507e-3F);
    p = p * r + spread(8.3334519073e-3F);
    p = p * r + spread(4.1665795894e-2F);
    p = p * r + spread(1.6666665459e-1F);
    p = p * r + spread(5.0000001201e-1F);
    p = p * r * r + r + spread(1.0F);
    const FourInts power = reinterpret_cast<FourInts>(shifted) << 23;  // n, in its last bits
    const Four value = reinterpret_cast<Four>(reinterpret_cast<FourInts>(p) + power);
    return x < low ? Four{} : value;
}

/// 1 / (1 + e^-x).
inline Four sigmoidOf(Four x) { return spread(1.0F) / (spread(1.0F) + expOf(-x)); }

inline Four tanhOf(Four x) {
    const Four size = sizeOf(x);
    const Four far = spread(1.0F) - spread(2.0F) / (expOf(size + size) + spread(1.0F));
    // Cephes, tanhf, below 0.625, where the difference above would lose digits.
    const Four z = x * x;
    Four p = spread(-5.70498872745e-3F);
    p = p * z + spread(2.06390887954e-2F);
    p = p * z + spread(-5.37397155531e-2F);
    p = p * z + spread(1.33314422036e-1F);
    p = p * z + spread(-3.33332819422e-1F);
    return size < spread(0.625F) ? x + x * z * p : withSign(far, x);
}

/// The error function: a quotient of polynomials on [-4, 4] (Eigen, generic_fast_erf_float), 1 and -1 beyond.
inline Four erfOf(Four x) {
    const Four size = sizeOf(x);
    const Four inside = smaller(size, spread(4.0F));
    const Four z = inside * inside;
    Four p = spread(-2.72614225801306e-10F);
    p = p * z + spread(2.77068142495902e-8F);
    p = p * z + spread(-2.10102402082508e-6F);
    p = p * z + spread(-5.69250639462346e-5F);
    p = p * z + spread(-7.34990630326855e-4F);
    p = p * z + spread(-2.95459980854025e-3F);
    p = p * z + spread(-1.60960333262415e-2F);
    Four q = spread(-1.45660718464996e-5F);
    q = q * z + spread(-2.13374055278905e-4F);
    q = q * z + spread(-1.68282697438203e-3F);
    q = q * z + spread(-7.37332916720468e-3F);
    q = q * z + spread(-1.42647390514189e-2F);
    const Four value = smaller(inside * p / q, spread(1.0F));
    return withSign(size < spread(4.0F) ? value : spread(1.0F), x);
}

/// Loads up to three floats, and fills the others with `rest`.
inline Four loadSome(const float* from, std::size_t count, float rest = 0.0F) {
    float values[4] = {rest, rest, rest, rest};
    std::memcpy(values, from, count * sizeof(float));
    return load(values);
}

inline void storeSome(float* to, std::size_t count, Four value) {
    std::memcpy(to, &value, count * sizeof(float));
}

/// Calls visit(i, count) for 0, 4, 8 ... with count 4, or less at the end.
template <class Visit>
[[gnu::always_inline]] inline void inFours(std::size_t count, Visit visit) {
    std::size_t i = 0;
    for (; i + 4 <= count; i += 4) visit(i, std::size_t{4});
    if (i < count) visit(i, count - i);
}

/// Calls load or loadSome. `count` is a constant if inFours was inlined.
inline Four take(const float* from, std::size_t count, float rest = 0.0F) {
    return count == 4 ? load(from) : loadSome(from, count, rest);
}

inline void give(float* to, std::size_t count, Four value) {
    count == 4 ? store(to, value) : storeSome(to, count, value);
}

}  // namespace hw::model
