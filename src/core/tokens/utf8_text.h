// SPDX-License-Identifier: MIT
// UTF-8, one character at a time.
#pragma once

#include <cstddef>
#include <string_view>

namespace hw {

inline constexpr char32_t invalidCodePoint = 0xFFFFFFFF;

/// Length of the character at `at`, 1 to 4 bytes. If it is invalid (cut off, overlong, surrogate, above U+10FFFF),
/// minus the length of the longest valid prefix, at least 1 (which a WHATWG decoder replaces by one U+FFFD). `at` must
/// be below text.size().
inline int utf8Length(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const unsigned lead = byte(at);
    if (lead < 0x80) return 1;
    if (lead < 0xC2 || lead > 0xF4) return -1;
    const int length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    // The second byte excludes shorter forms, surrogates and code points beyond U+10FFFF.
    unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    for (int i = 1; i < length; ++i) {
        const unsigned next = byte(at + i);
        if (next < low || next > high) return -i;
        low = 0x80;
        high = 0xBF;
    }
    return length;
}

/// The code point at `at`. Moves `at` past it. Invalid bytes give invalidCodePoint, and move by one byte. `at` must be
/// below text.size().
inline char32_t nextCodePoint(std::string_view text, std::size_t& at) {
    const int length = utf8Length(text, at);
    const char32_t first = static_cast<unsigned char>(text[at++]);
    if (length < 0) return invalidCodePoint;
    char32_t value = length == 1 ? first : first & (0x7FU >> length);
    for (int i = 1; i < length; ++i)
        value = (value << 6U) | (static_cast<unsigned char>(text[at++]) & 0x3FU);
    return value;
}

/// True if the text is valid UTF-8.
inline bool isUtf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        if (nextCodePoint(text, at) == invalidCodePoint) return false;
    }
    return true;
}

}  // namespace hw
