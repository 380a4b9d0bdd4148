// SPDX-License-Identifier: MIT
#include <catch2/catch_test_macros.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

#include "io/json/number.h"
#include "io/support.h"

namespace hw::test {
namespace {

// Both widths, compared with the C library, bit for bit.
bool agrees(const std::string& text) {
    io::Decimal decimal;
    if (!io::readDecimal(text, decimal)) return false;
    const float narrow = io::toFloat(decimal, text);
    const double wide = io::toDouble(decimal, text);
    return std::bit_cast<std::uint32_t>(narrow) ==
               std::bit_cast<std::uint32_t>(std::strtof(text.c_str(), nullptr)) &&
           std::bit_cast<std::uint64_t>(wide) ==
               std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr));
}

std::string printed(const char* format, double value) {
    char buffer[1200];
    std::snprintf(buffer, sizeof buffer, format, value);
    std::string text = buffer;
    if (const std::size_t plus = text.find("e+"); plus != std::string::npos)
        text.erase(plus + 1, 1);
    return text;
}

float randomFloat(std::mt19937_64& random) {
    for (;;) {
        const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
        if (std::isfinite(value)) return value;
    }
}

}  // namespace

TEST_CASE("Numbers at the edges of float32 and float64 are rounded as strtof and strtod do",
          "[json][number]") {
    for (const char* text : {"0",
                             "-0",
                             "-0.0",
                             "0e999",
                             "1e999",
                             "-1e999",
                             "1e-999",
                             "16777217",
                             "16777219",
                             "33554434",
                             "3.4028234663852886e38",
                             "3.4028235677973366e38",
                             "3.40282356779733661637539395458142568447e38",
                             "3.40282356779733661637539395458142568448e38",
                             "1.1754943508222875e-38",
                             "1.401298464324817e-45",
                             "7.006492321624085e-46",
                             "7.0064923216240854e-46",
                             "7.1e-46",
                             "9007199254740993",
                             "4.9e-324",
                             "2.4703282292062327e-324",
                             "2.4703282292062328e-324",
                             "1.7976931348623157e308",
                             "1.7976931348623159e308",
                             "123456789012345678901234567890",
                             "0.1",
                             "1e23",
                             "8.5e-45"}) {
        INFO(text);
        CHECK(agrees(text));
    }
    CHECK(agrees("1" + std::string(1000, '0')));
    CHECK(agrees("0." + std::string(1000, '0') + "1e1001"));
    CHECK(agrees(std::string(400, '9') + "e-380"));
}

TEST_CASE("Random numbers, printed shortly and at length, are rounded as strtof does",
          "[json][number]") {
    std::mt19937_64 random(1);
    int wrong = 0;
    for (int i = 0; i < 100'000; ++i) {
        const float value = randomFloat(random);
        const float next = std::nextafter(value, std::numeric_limits<float>::infinity());
        wrong += !agrees(printed("%.9g", static_cast<double>(value)));
        wrong += !agrees(printed("%.17g", static_cast<double>(value)));
        // Exactly halfway between two neighbours. Ties go to the even one.
        if (std::isfinite(next)) {
            wrong += !agrees(
                printed("%.120g", (static_cast<double>(value) + static_cast<double>(next)) / 2));
        }
        const auto wide = std::bit_cast<double>(random());
        if (std::isfinite(wide)) wrong += !agrees(printed("%.17g", wide));
    }
    CHECK(wrong == 0);
}

namespace {

// How many numbers of one row the parser reads differently from strtof.
int misread(const std::vector<std::string>& words, const std::string& text) {
    const auto tree = parse(text);
    REQUIRE(tree.has_value());
    const auto values = tree->values(io::Tree::root);
    REQUIRE(values.size() == words.size());
    int wrong = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
        wrong += std::bit_cast<std::uint32_t>(values[i]) !=
                 std::bit_cast<std::uint32_t>(std::strtof(words[i].c_str(), nullptr));
    }
    return wrong;
}

}  // namespace

TEST_CASE(
    "Weights at, just above and just below the middle of two neighbours are rounded as strtof does",
    "[json][number]") {
    std::mt19937_64 random(3);
    std::vector<std::string> words;
    std::string text = "[";
    for (int i = 0; i < 40'000; ++i) {
        const float value = std::exp(-static_cast<float>(random() % 2400) / 100.0F);
        const float next = std::nextafter(value, 2.0F);
        const double middle = (static_cast<double>(value) + static_cast<double>(next)) / 2;
        // Truncated at 8 to 45 places, the middle is just below itself. One more in the last place is just above.
        const std::string places = std::to_string(8 + random() % 38);
        std::string word =
            printed(("%." + places + (random() % 4 == 0 ? "e" : "f")).c_str(), middle);
        if (random() % 3 == 0 && word.find('e') == std::string::npos && word.back() != '9')
            ++word.back();
        text += (i == 0 ? "" : random() % 4 == 0 ? "," : ", ") + word;
        words.push_back(std::move(word));
    }
    CHECK(misread(words, text + "]") == 0);
}

TEST_CASE("The loop over rows gives the same floats as reading numbers one by one",
          "[json][number]") {
    std::mt19937_64 random(2);
    std::string text = "[";
    std::vector<std::string> words;
    for (int i = 0; i < 30'000; ++i) {
        const auto attention =
            static_cast<double>(std::exp(-static_cast<float>(random() % 1000) / 10.0F));
        const char* formats[] = {"%.6g", "%.9g", "%.17g", "%.3f", "%.20f", "%.18e", "%.0f"};
        std::string word =
            printed(formats[random() % 7],
                    random() % 5 == 0 ? static_cast<double>(randomFloat(random)) : attention);
        text += (i == 0              ? ""
                 : random() % 3 == 0 ? ","
                 : random() % 2 == 0 ? ", "
                                     : " ,\n\t ") +
                word;
        words.push_back(std::move(word));
    }
    text += "]";
    CHECK(misread(words, text) == 0);
}

}  // namespace hw::test
