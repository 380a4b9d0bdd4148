// SPDX-License-Identifier: MIT
// UTF-8, one character at a time.
#pragma once

#include <cstddef>
#include <string_view>

namespace hw {

inline constexpr char32_t invalidCodePoint = 0xFFFFFFFF;

/// The code point at `at`, which moves behind it. invalidCodePoint (and one byte further) for bytes that
/// are no UTF-8: cut off, overlong, surrogates, above U+10FFFF. `at` must be below text.size().
inline char32_t nextCodePoint(std::string_view text, std::size_t& at) {
    const auto byte = [&](std::size_t index) { return static_cast<unsigned char>(text[index]); };
    const unsigned char first = byte(at++);
    if (first < 0x80) return first;
    const std::size_t more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
    if (first < 0xC2 || first > 0xF4 || text.size() - at < more) return invalidCodePoint;
    char32_t value = first & (0x3FU >> more);
    for (std::size_t i = 0; i < more; ++i) {
        if ((byte(at + i) & 0xC0U) != 0x80U) return invalidCodePoint;
        value = (value << 6U) | (byte(at + i) & 0x3FU);
    }
    const bool overlong = (more == 2 && value < 0x800) || (more == 3 && value < 0x10000);
    if (overlong || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000))
        return invalidCodePoint;
    at += more;
    return value;
}

/// True if every byte belongs to a character.
inline bool isUtf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        if (nextCodePoint(text, at) == invalidCodePoint) return false;
    }
    return true;
}

}  // namespace hw
