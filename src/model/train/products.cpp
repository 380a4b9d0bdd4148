// SPDX-License-Identifier: MIT
#include "model/train/products.h"

#include <bit>
#include <cmath>
#include <initializer_list>
#include <utility>

namespace hw::train {
namespace {

using model::load;
using model::spread;
using model::store;

/// Rows x (4 · fours) elements in registers.
template <int Rows, int Fours>
void tile(Target to, Left left, Right right, int depth) {
    Four sums[Rows][Fours] = {};
    const float* from = left.data;
    const float* beside = right.data;
    for (int k = 0; k < depth; ++k, from += left.columnStep, beside += right.step) {
        Four columns[Fours];
        for (int j = 0; j < Fours; ++j) columns[j] = load(beside + 4 * j);
        for (int i = 0; i < Rows; ++i) {
            const Four factor = spread(from[i * left.rowStep]);
            for (int j = 0; j < Fours; ++j) sums[i][j] = sums[i][j] + factor * columns[j];
        }
    }
    for (int i = 0; i < Rows; ++i)
        for (int j = 0; j < Fours; ++j) store(to.data + i * to.step + 4 * j, sums[i][j]);
}

void single(Target to, Left left, Right right, int rows, int depth) {
    for (int i = 0; i < rows; ++i) {
        float sum = 0;
        for (int k = 0; k < depth; ++k)
            sum = sum +
                  left.data[i * left.rowStep + k * left.columnStep] * right.data[k * right.step];
        to.data[i * to.step] = sum;
    }
}

template <int Rows>
void band(Target to, Left left, Right right, int columns, int depth) {
    int j = 0;
    const auto at = [&](int column) {
        return std::pair{Target{to.data + column, to.step}, Right{right.data + column, right.step}};
    };
    for (; j + 8 <= columns; j += 8) {
        const auto [target, columnsOf] = at(j);
        tile<Rows, 2>(target, left, columnsOf, depth);
    }
    for (; j + 4 <= columns; j += 4) {
        const auto [target, columnsOf] = at(j);
        tile<Rows, 1>(target, left, columnsOf, depth);
    }
    for (; j < columns; ++j) {
        const auto [target, columnsOf] = at(j);
        single(target, left, columnsOf, Rows, depth);
    }
}

}  // namespace

void product(Target to, Left left, Right right, int rows, int columns, int depth) {
    const auto step = [&](int count) {
        to.data += count * to.step;
        left.data += count * left.rowStep;
    };
    int i = 0;
    for (; i + 4 <= rows; i += 4) {
        band<4>(to, left, right, columns, depth);
        step(4);
    }
    for (; i < rows; ++i) {
        band<1>(to, left, right, columns, depth);
        step(1);
    }
}

void transpose(float* to, std::ptrdiff_t step, const float* from, std::ptrdiff_t fromStep, int rows,
               int columns) {
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j) to[j * step + i] = from[i * fromStep + j];
}

Four expOf(Four x) {
    const Four low = spread(-87.3F);
    const Four above = x > low ? x : low;
    const Four clamped = above < spread(88.0F) ? above : spread(88.0F);
    // x = n ln 2 + r, |r| <= ln 2 / 2. Adding 1.5 * 2^23 rounds to a whole number.
    const Four shifted = clamped * spread(1.44269504F) + spread(12582912.0F);
    const Four n = shifted - spread(12582912.0F);
    const Four r = clamped - n * spread(0.693359375F) + n * spread(2.12194440e-4F);
    Four p = spread(1.9875691500e-4F);  // Cephes, expf
    for (const float factor :
         {1.3981999507e-3F, 8.3334519073e-3F, 4.1665795894e-2F, 1.6666665459e-1F, 5.0000001201e-1F})
        p = p * r + spread(factor);
    p = p * r * r + r + spread(1.0F);
    const FourInts power = reinterpret_cast<FourInts>(shifted) << 23;  // n, in its last bits
    const Four value = reinterpret_cast<Four>(reinterpret_cast<FourInts>(p) + power);
    return x < low ? Four{} : value;
}

Four tanhOf(Four x) {
    const Four far = spread(1.0F) - spread(2.0F) / (expOf(x + x) + spread(1.0F));
    // Near 0 that difference loses digits. Cephes, tanhf.
    const Four square = x * x;
    Four p = spread(-5.70498872745e-3F);
    for (const float factor :
         {2.06390887954e-2F, -5.37397155531e-2F, 1.33314422036e-1F, -3.33332819422e-1F})
        p = p * square + spread(factor);
    return square < spread(0.390625F) ? x + x * square * p : far;
}

namespace {
constexpr double ln2 = 0.69314718055994530942;

double scaled(double value, int power) {
    return value * std::bit_cast<double>(static_cast<std::uint64_t>(1023 + power) << 52U);
}
}  // namespace

double logOf(double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    int power = static_cast<int>(bits >> 52U) - 1023;
    double m = std::bit_cast<double>((bits & 0xF'FFFF'FFFF'FFFFU) | (std::uint64_t{1023} << 52U));
    if (m > 1.4142135623730951) {
        m = m * 0.5;
        ++power;
    }
    // log m = 2 artanh z, |z| < 0.172
    const double z = (m - 1) / (m + 1);
    double sum = 0;
    for (int i = 23; i > 0; i -= 2) sum = sum * (z * z) + 2.0 / i;
    return power * ln2 + z * sum;
}

double expOf(double x) {
    const int power = static_cast<int>(x / ln2 + (x < 0 ? -0.5 : 0.5));
    const double r = x - power * ln2;
    double sum = 1;
    for (int i = 18; i > 0; --i) sum = 1 + sum * r / i;
    return scaled(sum, power);
}

Turn turnOf(double angle) {
    constexpr double quarter = 1.57079632679489661923;
    const int quarters = static_cast<int>(angle / quarter + 0.5);
    const double r = angle - quarters * quarter;
    double cosine = 1;
    double sine = 1;
    for (int i = 20; i > 0; i -= 2) {
        cosine = 1 - cosine * r * r / (i * (i - 1));
        sine = 1 - sine * r * r / (i * (i + 1));
    }
    sine = sine * r;
    switch (quarters % 4) {
        case 0: return {cosine, sine};
        case 1: return {-sine, cosine};
        case 2: return {-cosine, -sine};
        default: return {sine, -cosine};
    }
}

}  // namespace hw::train
