// SPDX-License-Identifier: MIT
#include "core/number_text.h"

#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace hw::test {
namespace {

template <class Number>
std::string byStandard(Number number) {
    char text[64];
    return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

/// Counts the numbers written differently from the standard library, and shows the first of them.
template <class Number>
class Compared {
public:
    void add(Number number) {
        if (numberText(number) == byStandard(number)) return;
        if (different_++ == 0) UNSCOPED_INFO(numberText(number) << " for " << byStandard(number));
    }
    void addWithNeighbours(Number number) {
        constexpr Number infinity = std::numeric_limits<Number>::infinity();
        for (const Number sign : {Number{1}, Number{-1}}) {
            add(sign * std::nextafter(number, -infinity));
            add(sign * number);
            add(sign * std::nextafter(number, infinity));
        }
    }
    int different() const { return different_; }

private:
    int different_ = 0;
};

/// A whole number of any size, the lowest word first.
class Whole {
public:
    explicit Whole(std::uint64_t value) : words_{lowWord(value), lowWord(value >> 32)} {}
    static Whole powerOfTwo(int exponent) {
        Whole power(1);
        for (int i = 0; i < exponent; ++i) power.times(2);
        return power;
    }
    void times(std::uint32_t factor) {
        std::uint64_t carry = 0;
        for (std::uint32_t& word : words_) {
            carry += std::uint64_t{word} * factor;
            word = lowWord(carry);
            carry >>= 32;
        }
        if (carry != 0) words_.push_back(lowWord(carry));
    }
    void timesPowerOfFive(int exponent) {
        for (int i = 0; i < exponent; ++i) times(5);
    }
    Whole times128(const detail::PowerOfTen& factor) const {
        const std::uint32_t parts[] = {lowWord(factor.low), lowWord(factor.low >> 32),
                                       lowWord(factor.high), lowWord(factor.high >> 32)};
        Whole product(0);
        product.words_.assign(words_.size() + 5, 0);
        for (std::size_t i = 0; i < 4; ++i) {
            std::uint64_t carry = 0;
            for (std::size_t j = 0; j < words_.size() || carry != 0; ++j) {
                const std::uint64_t word = j < words_.size() ? words_[j] : 0;
                carry += product.words_[i + j] + word * parts[i];
                product.words_[i + j] = lowWord(carry);
                carry >>= 32;
            }
        }
        return product;
    }
    friend bool operator<(const Whole& a, const Whole& b) {
        for (std::size_t i = std::max(a.words_.size(), b.words_.size()); i-- > 0;)
            if (a.word(i) != b.word(i)) return a.word(i) < b.word(i);
        return false;
    }

private:
    static std::uint32_t lowWord(std::uint64_t value) { return static_cast<std::uint32_t>(value); }
    std::uint32_t word(std::size_t i) const { return i < words_.size() ? words_[i] : 0; }
    std::vector<std::uint32_t> words_;
};

/// True if power - 1 < 10^exponent / 2^(bits too many) <= power, exactly.
bool isRoundedUp(int exponent, const detail::PowerOfTen& power) {
    detail::PowerOfTen below = power;
    if (below.low-- == 0) --below.high;
    // 10^exponent = 5^exponent * 2^exponent. The power of two cancels, so compare powers of 5 and 2.
    const int size =
        static_cast<int>(std::floor(exponent * std::log2(10.0)));  // 2^size <= 10^exponent
    const int shift = size - 127 - exponent;  // of the 128 bits against 5^exponent
    Whole five(1);
    five.timesPowerOfFive(std::abs(exponent));
    if (exponent < 0) {
        const Whole one = Whole::powerOfTwo(-shift);
        return five.times128(below) < one && !(five.times128(power) < one);
    }
    if (shift >= 0) {
        const Whole scale = Whole::powerOfTwo(shift);
        return scale.times128(below) < five && !(scale.times128(power) < five);
    }
    for (int i = 0; i < -shift; ++i) five.times(2);
    const Whole one(1);
    return one.times128(below) < five && !(one.times128(power) < five);
}

TEST_CASE("the powers of ten behind shortest numbers are exact, rounded up") {
    int wrong = 0;
    for (int exponent = detail::lowestTextPower; exponent <= detail::highestTextPower; ++exponent) {
        const detail::PowerOfTen& power = detail::powerOfTen(exponent);
        if (power.high >> 63 != 1 || !isRoundedUp(exponent, power)) ++wrong;
    }
    CHECK(wrong == 0);
    CHECK(detail::powerOfTen(0).high == std::uint64_t{1} << 63);
    CHECK(detail::powerOfTen(0).low == 0);
    detail::PowerOfTen off = detail::powerOfTen(-7);
    ++off.low;
    CHECK_FALSE(isRoundedUp(-7, off));  // the check can fail
}

TEST_CASE("numbers are written in the shortest form") {
    CHECK(numberText(0.5) == "0.5");
    CHECK(numberText(0.1F) == "0.1");
    CHECK(numberText(12.0) == "12");
    CHECK(numberText(-0.0) == "-0");
    CHECK(numberText(0.001) == "0.001");
    CHECK(numberText(1e-30) == "1e-30");
    CHECK(numberText(1e5F) == "1e+05");
    CHECK(numberText(100.0) == "100");
    CHECK(numberText(123456789012345680000.0) == "123456789012345683968");
    CHECK(numberText(5e-324) == "5e-324");
    CHECK(numberText(std::numeric_limits<double>::max()) == "1.7976931348623157e+308");
    CHECK(numberText(std::numeric_limits<double>::quiet_NaN()) == "nan");
    CHECK(numberText(-std::numeric_limits<float>::infinity()) == "-inf");
    CHECK(numberText(-7) == "-7");
    CHECK(numberText(18446744073709551615ULL) == "18446744073709551615");
}

TEST_CASE("float64 is written as the standard library writes it") {
    Compared<double> compared;
    for (int e = -1074; e < 1024; ++e) compared.addWithNeighbours(std::ldexp(1.0, e));
    for (int e = -323; e <= 308; ++e) compared.addWithNeighbours(std::pow(10.0, e));
    for (int i = 0; i <= 10000; ++i) {
        compared.add(i / 10000.0);
        compared.add(i * 1e18 + 1);
    }
    std::mt19937_64 random(1);
    for (int i = 0; i < 200000; ++i) {
        const double number = std::bit_cast<double>(random());
        if (std::isfinite(number)) compared.add(number);
        compared.add(static_cast<double>(random()) * 0x1p-64);
        compared.add(static_cast<double>(random() >> (i % 64)));
    }
    CHECK(compared.different() == 0);
}

TEST_CASE("float32 is written as the standard library writes it") {
    Compared<float> compared;
    for (int e = -149; e < 128; ++e) compared.addWithNeighbours(std::ldexp(1.0F, e));
    for (int e = -45; e <= 38; ++e)
        compared.addWithNeighbours(static_cast<float>(std::pow(10.0, e)));
    std::mt19937 random(2);
    for (int i = 0; i < 400000; ++i) {
        const float number = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
        if (std::isfinite(number)) compared.add(number);
        compared.add(static_cast<float>(random()) * 0x1p-32F);
    }
    CHECK(compared.different() == 0);
}

}  // namespace
}  // namespace hw::test
