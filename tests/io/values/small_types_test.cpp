// SPDX-License-Identifier: MIT
// bfloat16 and 8-bit numbers as numpy.save writes those of ml_dtypes, without a name.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/matrix/float8.h"
#include "io/support.h"

namespace hw::test {
namespace {

std::string npy(const std::string& descr, const std::string& shape, const std::string& data,
                bool columnsFirst = false) {
    const std::string header = "{'descr': " + descr +
                               ", 'fortran_order': " + (columnsFirst ? "True" : "False") +
                               ", 'shape': (" + shape + "), }\n";
    return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(header.size()) + '\0' + header +
           data;
}

/// The code of a format that is nearest to a value.
char coded(const Float8& format, float value) {
    int best = 0;
    for (int bits = 0; bits < 0x80; ++bits) {
        const float found = format.value(static_cast<std::uint8_t>(bits));
        if (std::isfinite(found) &&
            std::fabs(found - value) <
                std::fabs(format.value(static_cast<std::uint8_t>(best)) - value))
            best = bits;
    }
    return static_cast<char>(best);
}

constexpr int tokens = 6;

/// Two layers of one head with uneven rows of 1, ..., 6 keys.
std::vector<float> attention() {
    std::vector<float> values;
    for (int row = 0; row < 2 * tokens; ++row) {
        double sum = 0;
        for (int key = 0; key <= row % tokens; ++key) sum += 1 + (7 * key + 3 * row) % 5;
        for (int key = 0; key < tokens; ++key) {
            const bool seen = key <= row % tokens;
            values.push_back(seen ? static_cast<float>((1 + (7 * key + 3 * row) % 5) / sum) : 0);
        }
    }
    return values;
}

std::string codedAttention(const Float8& format) {
    std::string bytes;
    for (const float value : attention()) bytes += coded(format, value);
    return bytes;
}

}  // namespace

TEST_CASE("formats of 8 bits have the range and the steps of their definitions", "[elements]") {
    // Largest, smallest normal and smallest subnormal number, the step above 1, and codes of NaN, from ml_dtypes.finfo.
    struct Expected {
        const char* name;
        float largest, normal, subnormal, step;
        int nans;
    };
    for (const Expected& expected : {
             Expected{"float8_e4m3fn", 448, 0x1p-6F, 0x1p-9F, 0.125F, 2},
             Expected{"float8_e5m2", 57344, 0x1p-14F, 0x1p-16F, 0.25F, 6},
             Expected{"float8_e4m3fnuz", 240, 0x1p-7F, 0x1p-10F, 0.125F, 1},
             Expected{"float8_e5m2fnuz", 57344, 0x1p-15F, 0x1p-17F, 0.25F, 1},
             Expected{"float8_e4m3b11fnuz", 30, 0x1p-10F, 0x1p-13F, 0.125F, 1},
             Expected{"float8_e4m3", 240, 0x1p-6F, 0x1p-9F, 0.125F, 14},
             Expected{"float8_e3m4", 15.5F, 0x1p-2F, 0x1p-6F, 0.0625F, 30},
         }) {
        CAPTURE(expected.name);
        const Float8* const format = float8Named(expected.name);
        REQUIRE(format != nullptr);
        const auto table = format->table();
        float largest = 0;
        float above = 2;
        int nans = 0;
        for (const float value : table) {
            if (std::isnan(value)) ++nans;
            if (std::isfinite(value)) largest = std::max(largest, value);
            if (value > 1) above = std::min(above, value);
        }
        CHECK(largest == expected.largest);
        CHECK(above - 1 == expected.step);
        CHECK(nans == expected.nans);
        CHECK(table[1] == expected.subnormal);
        CHECK(table[std::size_t{1} << format->mantissaBits] == expected.normal);
        CHECK(table[0] == 0);
    }
    CHECK(float8Named("float9") == nullptr);
}

TEST_CASE("bfloat16 as NumPy writes it opens as bfloat16", "[elements]") {
    const std::string unit("\x80\x3F\0\0\0\x3F\0\x3F", 8);  // 1, 0, 0.5, 0.5
    for (const char* descr : {"'<V2'", "'|V2'", "'V2'", "'bfloat16'", "[('bfloat16', '<V2')]",
                              "[('bfloat16', '<u2')]"}) {
        CAPTURE(descr);
        const auto document = open(npy(descr, "2, 2", unit));
        REQUIRE(document.has_value());
        CHECK(document->examples[0].attentions.values == std::vector<float>{1, 0, 0.5F, 0.5F});
    }
    for (const char* descr : {"[('a', '<f4'), ('b', '<f4')]", "[('a', '<f4')]", "'<V4'", "'<V3'"}) {
        CAPTURE(descr);
        const auto refused = open(npy(descr, "2, 2", unit + unit));
        REQUIRE_FALSE(refused.has_value());
        CHECK(refused.error().code == Code::badNumber);
    }
}

TEST_CASE("8-bit numbers without a name are read in the format in which rows sum to 1",
          "[elements]") {
    for (const Float8& format : float8Formats) {
        CAPTURE(format.name);
        const std::string bytes = codedAttention(format);
        // A name decides. So does f1, which means float8_e5m2.
        const auto named = open(npy("'" + std::string(format.name) + "'", "2, 1, 6, 6", bytes));
        REQUIRE(named.has_value());
        const auto found = open(npy("'<V1'", "2, 1, 6, 6", bytes));
        REQUIRE(found.has_value());
        CHECK(found->examples[0].attentions.values == named->examples[0].attentions.values);
        const std::vector<float> wanted = attention();
        for (std::size_t i = 0; i < wanted.size(); ++i)
            CHECK(found->examples[0].attentions.values[i] == Catch::Approx(wanted[i]).margin(0.07));
        const auto said = std::ranges::find_if(found->warnings, [](const Problem& warning) {
            return warning.finding.find("V1") != std::string::npos;
        });
        REQUIRE(said != found->warnings.end());
        CHECK(said->finding.find("float8_") != std::string::npos);
    }
    const auto five = open(npy("'<f1'", "2, 1, 6, 6", codedAttention(*float8Named("float8_e5m2"))));
    REQUIRE(five.has_value());
    CHECK(five->examples[0].attentions.values[0] == 1);
}

TEST_CASE("columns-first arrays of 8 bits are judged by their rows, too", "[elements]") {
    const Float8& format = *float8Named("float8_e4m3fnuz");
    const std::string rows = codedAttention(format);
    std::string columns;
    for (int key = 0; key < tokens; ++key) {
        for (int row = 0; row < tokens; ++row)
            columns += rows[static_cast<std::size_t>(row * tokens + key)];
    }
    const auto found = open(npy("'<V1'", "6, 6", columns, true));
    REQUIRE(found.has_value());
    const auto plain = open(npy("'<V1'", "6, 6", rows.substr(0, columns.size())));
    REQUIRE(plain.has_value());
    CHECK(found->examples[0].attentions.values == plain->examples[0].attentions.values);
}

TEST_CASE("bytes that are attention in no format are refused with a line that names one",
          "[elements]") {
    for (const std::string& bytes : {std::string(36, '\x7E'), std::string(36, '\0'),
                                     std::string(36, '\xC0'), std::string(36, '\x7F')}) {
        const auto refused = open(npy("'<V1'", "6, 6", bytes));
        REQUIRE_FALSE(refused.has_value());
        CHECK(refused.error().remedy.find(".view(ml_dtypes.float8_e4m3fn)") != std::string::npos);
    }
    const auto empty = open(npy("'<V1'", "0, 0", ""));
    CHECK_FALSE(empty.has_value());
    const auto cut = open(npy("'<V1'", "6, 6", "abc"));
    REQUIRE_FALSE(cut.has_value());
    CHECK(cut.error().code == Code::truncated);
}

}  // namespace hw::test
