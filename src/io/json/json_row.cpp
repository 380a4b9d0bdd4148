// SPDX-License-Identifier: MIT
// The hot loop: numbers of one row, as long as they are written plainly. Anything else (more than 18
// significant digits, whole numbers of several digits, words, errors) is left to the careful path, so this
// loop never has to report anything.
#include "io/json/digits.h"
#include "io/json/json_parser.h"

namespace hw::io {

namespace {

// The largest mantissa that may still take n more digits and stay below 2^63.
constexpr std::uint64_t room[] = {9'223'372'036'854'775'806ULL, 922'337'203'685'477'579ULL,
                                  92'233'720'368'547'757ULL,    9'223'372'036'854'774ULL,
                                  922'337'203'685'476ULL,       92'233'720'368'546ULL,
                                  9'223'372'036'853ULL,         922'337'203'684ULL};

unsigned digit(char c) { return static_cast<unsigned char>(c - '0'); }

// Numbers as softmax writes them: digit "." digits, perhaps "e-" and two digits, ",", at most one space. Nearly
// all are like that. Reads from p as long as each is and its digits decide it, below safeEnd and while there is
// room for `most`; the rest is for the loop below. Returns where the next number begins.
const char* readPlain(const char* p, const char* safeEnd, float* out, std::size_t most,
                      std::size_t& count) {
    constexpr std::uint64_t one = 10'000'000'000'000'000ULL;  // 10^16
    std::size_t n = 0;
    while (p < safeEnd && n < most && digit(p[0]) <= 9 && p[1] == '.') {
        const detail::Digits fraction = detail::fractionOf16(p + 2);
        const char* behind = p + 2 + fraction.count;
        double scale = 1e-16;
        if (*behind != ',') {
            const bool small = *behind == 'e' && behind[1] == '-' && digit(behind[2]) <= 9 &&
                               digit(behind[3]) <= 9 && behind[4] == ',';
            if (!small) break;
            const unsigned power = 16 + 10 * digit(behind[2]) + digit(behind[3]);
            if (power > -detail::lowestPower) break;
            scale = detail::powersOfTen[static_cast<std::size_t>(-detail::lowestPower) - power];
            behind += 4;
        }
        const bool more = fraction.count > 16;
        if (fraction.count == 0 ||
            !detail::quickFloat(digit(p[0]) * one + fraction.value, scale, more, out[n])) {
            break;
        }
        ++n;
        p = behind + 1;
        if (*p == ' ') ++p;
    }
    count = n;
    return p;
}

bool isSpace(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

}  // namespace

const char* JsonParser::readRow(const char* p, const char* safeEnd) {
    constexpr std::size_t stageSize = 256;
    float stage[stageSize];
    std::size_t staged = 0;
    Frame& frame = frames_.back();
    state_ = State::value;
    for (;;) {
        std::size_t quick = 0;
        p = readPlain(p, safeEnd, stage + staged, stageSize - staged, quick);
        staged += quick;
        if (staged == stageSize || p >= safeEnd) {
            at_ = p;
            if (!append(frame, stage, staged)) return nullptr;
            staged = 0;
            if (p >= safeEnd) break;
        }
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
            const detail::Digits fraction = detail::upTo16(p);
            if (fraction.count == 0) {
                p = start;
                break;
            }
            mantissa = mantissa * detail::wholePowers[fraction.count] + fraction.value;
            p += fraction.count;
            exponent = -static_cast<std::int64_t>(fraction.count);
            if (fraction.count == 16) {
                const detail::Digits rest = detail::upTo8(p);
                if (rest.count == 8 || mantissa > room[rest.count]) {
                    p = start;
                    break;
                }
                mantissa = mantissa * detail::wholePowers[rest.count] + rest.value;
                p += rest.count;
                exponent -= rest.count;
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
        while (isSpace(*p)) {
            if (++p >= safeEnd) break;
        }
        if (*p != ',') {
            state_ = State::afterValue;
            break;
        }
        ++p;
        while (p < safeEnd && isSpace(*p)) ++p;
        if (p >= safeEnd) break;
    }
    at_ = p;
    if (staged > 0 && !append(frame, stage, staged)) return nullptr;
    return p;
}

}  // namespace hw::io
