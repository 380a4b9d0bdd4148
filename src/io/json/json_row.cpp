// SPDX-License-Identifier: MIT
// The hot loop: numbers of one row, as long as they are written plainly. Anything else (more than 18
// significant digits, whole numbers of several digits, words, errors) is left to the careful path, so this
// loop never has to report anything.
#include <bit>
#include <cstring>

#include "io/json/json_parser.h"

namespace hw::io {

namespace {

static_assert(std::endian::native == std::endian::little, "digit-parallel reading is written for little endian");

constexpr std::uint64_t powers[] = {1,       10,        100,        1'000,         10'000,
                                    100'000, 1'000'000, 10'000'000, 100'000'000};

// Largest mantissa that may still take n more digits and stay below 2^63.
constexpr std::uint64_t room[] = {
    9'223'372'036'854'775'806ULL, 922'337'203'685'477'579ULL, 92'233'720'368'547'757ULL, 9'223'372'036'854'774ULL,
    922'337'203'685'476ULL,       92'233'720'368'546ULL,      9'223'372'036'853ULL,      922'337'203'684ULL};

// Eight characters, '0'..'9' turned into 0..9, first character in the lowest byte.
std::uint64_t load(const char* p) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, p, sizeof eight);
    return eight ^ 0x3030'3030'3030'3030ULL;
}

// How many of them are digits before the first that is none. A carry out of a byte disturbs only later ones.
unsigned digits(std::uint64_t eight) {
    const std::uint64_t others =
        ((eight + 0x7676'7676'7676'7676ULL) | eight) & 0x8080'8080'8080'8080ULL;
    return static_cast<unsigned>(std::countr_zero(others)) / 8;  // 8 if there is none
}

// The number that eight digits write: pairs, then fours, then all, each step in parallel.
std::uint64_t value(std::uint64_t eight) {
    constexpr std::uint64_t mask = 0x0000'00FF'0000'00FFULL;
    eight = eight * 10 + (eight >> 8);
    return ((eight & mask) * 0x000F'4240'0000'0064ULL + (eight >> 16 & mask) * 0x0000'2710'0000'0001ULL) >> 32;
}

// The first n of eight digits, 1 <= n <= 8: shifted so that zeros stand in front.
std::uint64_t value(std::uint64_t eight, unsigned n) { return value(eight << (64 - 8 * n)); }

}  // namespace

const char* JsonParser::readRow(const char* p, const char* safeEnd) {
    constexpr std::size_t stageSize = 256;
    float stage[stageSize];
    std::size_t staged = 0;
    Frame& frame = frames_.back();
    state_ = State::value;
    for (;;) {
        const char* const start = p;
        const bool negative = *p == '-';
        p += negative ? 1 : 0;
        const auto lead = static_cast<unsigned char>(*p - '0');
        if (lead > 9) {
            p = start;
            break;
        }
        std::uint64_t mantissa = lead;
        std::int64_t exponent = 0;
        if (p[1] == '.') {
            p += 2;
            std::uint64_t eight = load(p);
            unsigned n = digits(eight);
            if (n == 0) {
                p = start;
                break;
            }
            mantissa = mantissa * powers[n] + value(eight, n);
            p += n;
            exponent = -static_cast<std::int64_t>(n);
            if (n == 8) {
                eight = load(p);
                n = digits(eight);
                if (n != 0) {
                    mantissa = mantissa * powers[n] + value(eight, n);
                    p += n;
                    exponent -= n;
                    if (n == 8) {
                        eight = load(p);
                        n = digits(eight);
                        if (n == 8 || mantissa > room[n]) {
                            p = start;
                            break;
                        }
                        if (n != 0) {
                            mantissa = mantissa * powers[n] + value(eight, n);
                            p += n;
                            exponent -= n;
                        }
                    }
                }
            }
        } else {
            ++p;
            if (static_cast<unsigned char>(*p - '0') <= 9) {
                p = start;
                break;
            }
        }
        if ((*p | 0x20) == 'e') {
            ++p;
            const bool down = *p == '-';
            p += down || *p == '+' ? 1 : 0;
            const auto first = static_cast<unsigned char>(*p - '0');
            if (first > 9) {
                p = start;
                break;
            }
            ++p;
            std::int64_t power = first;
            const auto second = static_cast<unsigned char>(*p - '0');
            if (second <= 9) {
                power = power * 10 + second;
                ++p;
                if (static_cast<unsigned char>(*p - '0') <= 9) {
                    p = start;
                    break;
                }
            }
            exponent += down ? -power : power;
        }
        float result = 0;
        if (!detail::quickFloat(mantissa, exponent, result)) {
            if (mantissa != 0) {
                p = start;
                break;
            }
        }
        stage[staged++] = negative ? -result : result;
        if (staged == stageSize) {
            at_ = p;
            if (!append(frame, stage, staged)) return nullptr;
            staged = 0;
        }
        while (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t') {
            if (++p >= safeEnd) break;
        }
        if (*p != ',') {
            state_ = State::afterValue;
            break;
        }
        ++p;
        while (p < safeEnd && (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t')) ++p;
        if (p >= safeEnd) break;
    }
    at_ = p;
    if (staged > 0 && !append(frame, stage, staged)) return nullptr;
    return p;
}

}  // namespace hw::io
