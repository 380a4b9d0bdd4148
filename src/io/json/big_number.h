// SPDX-License-Identifier: MIT
// Big integers, with just the operations needed to compare a decimal with a binary fraction.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace hw::io {

/// A non-negative integer below 2^8192.
class BigNumber {
public:
    explicit BigNumber(std::uint64_t value = 0);
    void multiplyAdd(std::uint32_t factor, std::uint32_t summand);
    void multiplyByPowerOfFive(int power);
    void shiftLeft(int bits);
    /// -1, 0 or 1 for less, equal or greater.
    int compare(const BigNumber& other) const;

private:
    static constexpr int capacity = 256;
    std::array<std::uint32_t, capacity> limbs_{};  // least significant first
    int count_ = 0;
};

/// All significant digits of a number's text. A halfway point of binary64 has at most 767 significant
/// digits, so beyond 800 it only matters whether anything but zeros follows.
class DecimalDigits {
public:
    /// `text` must be a valid number. Its sign is ignored.
    explicit DecimalDigits(std::string_view text);
    /// Compares the number with significand * 2^exponent, giving -1, 0 or 1.
    int compare(std::uint64_t significand, int exponent) const;

private:
    BigNumber digits_;
    int power_ = 0;  // of ten
};

}  // namespace hw::io
