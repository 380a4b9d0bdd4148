// SPDX-License-Identifier: MIT
// The hot loops for the numbers of one row, as long as they are written plainly. Anything else (more than 18
// significant digits, whole numbers of several digits, words, errors) goes to the careful path, so these loops never
// have to report anything.
#include "io/json/digits.h"
#include "io/json/json_parser.h"
#include "io/json/space.h"

namespace hw::io {

namespace {

// The largest mantissa that may still take n more digits and stay below 2^63.
constexpr std::uint64_t room[] = {9'223'372'036'854'775'806ULL, 922'337'203'685'477'579ULL,
                                  92'233'720'368'547'757ULL,    9'223'372'036'854'774ULL,
                                  922'337'203'685'476ULL,       92'233'720'368'546ULL,
                                  9'223'372'036'853ULL,         922'337'203'684ULL};

unsigned digit(char c) { return static_cast<unsigned char>(c - '0'); }

// Numbers as softmax writes them: digit "." digits, perhaps "e-" and two digits, ",", at most one space. Nearly all are
// like that. Reads from p as long as each number has this form and its digits decide it, below safeEnd and up to `most`
// numbers. The loop below reads the rest. Returns where the next number begins.
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
            scale = detail::powersOfTen[-detail::lowestPower - power];
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

// The part after "e", a sign and one or two digits. Null if it has another form.
const char* readPower(const char* p, std::int64_t& exponent) {
    const bool down = *p == '-';
    p += down || *p == '+' ? 1 : 0;
    if (digit(*p) > 9) return nullptr;
    std::int64_t power = digit(*p++);
    if (digit(*p) <= 9) power = power * 10 + digit(*p++);
    if (digit(*p) <= 9) return nullptr;
    exponent += down ? -power : power;
    return p;
}

// The digits after the point, at most 23, added to the mantissa. Null if there are none or too many.
const char* readFraction(const char* p, std::uint64_t& mantissa, std::int64_t& exponent) {
    const detail::Digits first = detail::upTo16(p);
    if (first.count == 0) return nullptr;
    mantissa = mantissa * detail::wholePowers[first.count] + first.value;
    exponent -= first.count;
    p += first.count;
    if (first.count < 16) return p;
    const detail::Digits rest = detail::upTo8(p);
    if (rest.count == 8 || mantissa > room[rest.count]) return nullptr;
    mantissa = mantissa * detail::wholePowers[rest.count] + rest.value;
    exponent -= rest.count;
    return p + rest.count;
}

// Any number with one digit before the point. Returns its end, or null to leave it to the careful path.
const char* readNumber(const char* p, float& out) {
    const bool negative = *p == '-';
    p += negative ? 1 : 0;
    if (digit(*p) > 9) return nullptr;
    std::uint64_t mantissa = digit(*p++);
    std::int64_t exponent = 0;
    if (*p == '.') {
        p = readFraction(p + 1, mantissa, exponent);
    } else if (digit(*p) <= 9) {
        return nullptr;
    }
    if (p != nullptr && (*p | 0x20) == 'e') p = readPower(p + 1, exponent);
    if (p == nullptr) return nullptr;
    float value = 0;
    if (!detail::quickFloat(mantissa, exponent, value) && mantissa != 0) return nullptr;
    out = negative ? -value : value;
    return p;
}

// The key that must come next in a row {"0": 0.5, "1": 0.25, ...}, and its colon. Returns where the value begins, or
// null to leave it to the careful path.
const char* readIndex(const char* p, std::uint64_t index) {
    if (*p != '"') return nullptr;
    const detail::Digits key = detail::upTo8(p + 1);
    const char* const behind = p + 1 + key.count;
    const bool plain = key.count > 0 && key.count < 8 && (key.count == 1 || p[1] != '0');
    if (!plain || key.value != index || behind[0] != '"' || behind[1] != ':') return nullptr;
    return behind + (behind[2] == ' ' ? 3 : 2);
}

}  // namespace

template <bool indexed>
const char* JsonParser::readRow(const char* p, const char* safeEnd) {
    constexpr std::size_t stageSize = 256;
    constexpr State next = indexed ? State::key : State::value;
    float stage[stageSize];
    std::size_t staged = 0;
    Frame& frame = frames_.back();
    if (!indexed) state_ = next;
    while (p < safeEnd) {
        const char* value = nullptr;
        if constexpr (indexed) {
            value = readIndex(p, frame.count + staged);
            if (value == nullptr) break;
        } else {
            std::size_t plain = 0;
            p = readPlain(p, safeEnd, stage + staged, stageSize - 1 - staged, plain);
            staged += plain;
            if (p >= safeEnd) break;
            value = p;
        }
        const char* const end = readNumber(value, stage[staged]);
        if (end == nullptr) break;
        p = end;
        ++staged;
        frame.indexed = indexed;
        if (staged + 1 >= stageSize) {
            at_ = p;
            if (!append(frame, stage, staged)) return nullptr;
            staged = 0;
        }
        while (p < safeEnd && isSpace(*p)) ++p;
        if (*p != ',') {
            state_ = State::afterValue;
            break;
        }
        state_ = next;
        ++p;
        while (p < safeEnd && isSpace(*p)) ++p;
    }
    at_ = p;
    if (staged > 0 && !append(frame, stage, staged)) return nullptr;
    return p;
}

template const char* JsonParser::readRow<false>(const char*, const char*);
template const char* JsonParser::readRow<true>(const char*, const char*);

}  // namespace hw::io
