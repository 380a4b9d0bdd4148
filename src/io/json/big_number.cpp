// SPDX-License-Identifier: MIT
#include "io/json/big_number.h"

namespace hw::io {

BigNumber::BigNumber(std::uint64_t value) {
    for (; value != 0; value >>= 32) { limbs_[count_++] = static_cast<std::uint32_t>(value); }
}

void BigNumber::multiplyAdd(std::uint32_t factor, std::uint32_t summand) {
    std::uint64_t carry = summand;
    for (int i = 0; i < count_; ++i) {
        auto& limb = limbs_[i];
        carry += std::uint64_t{limb} * factor;
        limb = static_cast<std::uint32_t>(carry);
        carry >>= 32;
    }
    if (carry != 0 && count_ < capacity) { limbs_[count_++] = static_cast<std::uint32_t>(carry); }
}

void BigNumber::multiplyByPowerOfFive(int power) {
    constexpr std::uint32_t fiveTo13 = 1'220'703'125;
    for (; power >= 13; power -= 13) multiplyAdd(fiveTo13, 0);
    std::uint32_t rest = 1;
    for (; power > 0; --power) rest *= 5;
    multiplyAdd(rest, 0);
}

void BigNumber::shiftLeft(int bits) {
    const int whole = bits / 32;
    multiplyAdd(std::uint32_t{1} << (bits % 32), 0);
    if (whole == 0 || count_ == 0) return;
    if (count_ + whole > capacity) return;  // callers stay far below
    for (int i = count_ - 1; i >= 0; --i) { limbs_[i + whole] = limbs_[i]; }
    for (int i = 0; i < whole; ++i) limbs_[i] = 0;
    count_ += whole;
}

int BigNumber::compare(const BigNumber& other) const {
    if (count_ != other.count_) return count_ < other.count_ ? -1 : 1;
    for (int i = count_ - 1; i >= 0; --i) {
        const std::size_t index = i;
        if (limbs_[index] != other.limbs_[index])
            return limbs_[index] < other.limbs_[index] ? -1 : 1;
    }
    return 0;
}

DecimalDigits::DecimalDigits(std::string_view text) {
    constexpr int mostDigits = 800;
    int taken = 0;
    bool fraction = false;
    bool more = false;
    std::size_t i = 0;
    for (; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '.') {
            fraction = true;
        } else if (c >= '0' && c <= '9') {
            if (taken == 0 && c == '0') {
                if (fraction) --power_;
            } else if (taken < mostDigits) {
                digits_.multiplyAdd(10, static_cast<std::uint32_t>(c - '0'));
                ++taken;
                if (fraction) --power_;
            } else {
                more = more || c != '0';
                if (!fraction) ++power_;
            }
        } else if (c == 'e' || c == 'E') {
            break;
        }
    }
    if (more) {  // one more digit that is not zero represents all dropped digits
        digits_.multiplyAdd(10, 1);
        --power_;
    }
    if (i < text.size()) {
        ++i;
        const bool negative = i < text.size() && text[i] == '-';
        int exponent = 0;
        for (; i < text.size(); ++i) {
            if (text[i] >= '0' && text[i] <= '9' && exponent < 100'000) {
                exponent = exponent * 10 + (text[i] - '0');
            }
        }
        power_ += negative ? -exponent : exponent;
    }
}

int DecimalDigits::compare(std::uint64_t significand, int exponent) const {
    // digits * 2^power * 5^power against significand * 2^exponent, with all exponents made non-negative.
    BigNumber left = digits_;
    BigNumber right(significand);
    if (power_ >= 0) {
        left.multiplyByPowerOfFive(power_);
    } else {
        right.multiplyByPowerOfFive(-power_);
    }
    if (power_ >= exponent) {
        left.shiftLeft(power_ - exponent);
    } else {
        right.shiftLeft(exponent - power_);
    }
    return left.compare(right);
}

}  // namespace hw::io
