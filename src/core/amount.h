// SPDX-License-Identifier: MIT
// Sums and products of sizes that come from outside, such as those in a file's configuration or of a text.
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <limits>
#include <utility>

namespace hw {

/// A whole number that stays at its largest value instead of wrapping, in 64 bits on every machine. It is compared with
/// a limit before memory of that size is allocated. A negative size counts as the largest.
class Amount {
public:
    static constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

    constexpr Amount(std::integral auto size)
        : value_(std::cmp_less(size, 0) ? most : static_cast<std::uint64_t>(size)) {}

    constexpr std::uint64_t value() const { return value_; }

    friend constexpr Amount operator*(Amount a, Amount b) {
        std::uint64_t product = 0;
        return Amount(__builtin_mul_overflow(a.value_, b.value_, &product) ? most : product);
    }
    friend constexpr Amount operator+(Amount a, Amount b) {
        std::uint64_t sum = 0;
        return Amount(__builtin_add_overflow(a.value_, b.value_, &sum) ? most : sum);
    }
    friend constexpr auto operator<=>(Amount a, Amount b) = default;

private:
    std::uint64_t value_ = 0;
};

}  // namespace hw
