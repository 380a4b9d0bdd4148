// SPDX-License-Identifier: MIT
#include "core/matrix/unnamed_float8.h"

#include <algorithm>
#include <cmath>

namespace hw {

namespace {

constexpr std::size_t mostBytes = 1'000'000;

/// How far the rows' sums are from 1, as a mean of logarithms. Rows of zeros do not count. Infinite if a value cannot
/// be attention.
double distance(const Float8& format, std::string_view bytes, std::size_t length,
                std::size_t stride) {
    const auto values = format.table();
    const std::size_t all = bytes.size() / length;
    double off = 0;
    std::size_t rows = 0;
    for (std::size_t row = 0; row < std::min(all, std::max<std::size_t>(1, mostBytes / length));
         ++row) {
        const std::size_t begin = stride == 1 ? row * length : row;
        double sum = 0;
        for (std::size_t i = 0; i < length; ++i) {
            const float value = values[static_cast<unsigned char>(bytes[begin + i * stride])];
            if (!(value >= 0.0F && value < 1.2F)) return HUGE_VAL;
            sum += static_cast<double>(value);
        }
        if (sum == 0) continue;
        off += std::fabs(std::log(sum));
        ++rows;
    }
    return rows == 0 ? HUGE_VAL : off / static_cast<double>(rows);
}

}  // namespace

const Float8* float8OfAttention(std::string_view bytes, std::size_t length, std::size_t stride) {
    if (length == 0 || bytes.size() < length) return nullptr;
    const Float8* best = nullptr;
    double least = std::log(1.5);
    for (const Float8& format : float8Formats) {
        const double off = distance(format, bytes, length, stride);
        if (off < least) {
            least = off;
            best = &format;
        }
    }
    return best;
}

}  // namespace hw
