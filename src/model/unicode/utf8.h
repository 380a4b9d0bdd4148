// SPDX-License-Identifier: MIT
// Iterates over valid UTF-8 (input texts are repaired in io/json/utf8.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hw::model {

/// Bytes of the character that begins with this byte.
constexpr std::size_t sizeOfLetter(char first) {
    const auto byte = static_cast<unsigned char>(first);
    return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

constexpr bool isInsideLetter(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// The code point at `at`. Missing bytes at the end count as zero bits, so that it never reads beyond the text.
constexpr char32_t letterAt(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) -> char32_t {
        return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0x80;
    };
    const char32_t first = byte(0);
    if (first < 0x80) return first;
    if (first < 0xE0) return (first & 31) << 6 | (byte(1) & 63);
    if (first < 0xF0) return (first & 15) << 12 | (byte(1) & 63) << 6 | (byte(2) & 63);
    return (first & 7) << 18 | (byte(1) & 63) << 12 | (byte(2) & 63) << 6 | (byte(3) & 63);
}

/// The start of the character before `at`, which is not 0.
constexpr std::size_t letterBefore(std::string_view text, std::size_t at) {
    do --at;
    while (at > 0 && isInsideLetter(text[at]));
    return at;
}

constexpr bool isAscii(std::string_view text) {
    for (const char c : text)
        if (static_cast<unsigned char>(c) >= 0x80) return false;
    return true;
}

/// The number of code points.
constexpr std::size_t countLetters(std::string_view text) {
    std::size_t count = 0;
    for (const char c : text) count += isInsideLetter(c) ? 0 : 1;
    return count;
}

/// Calls take(code point, first byte, bytes) for each.
template <class Take>
constexpr void forEachLetter(std::string_view text, Take take) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t size = sizeOfLetter(text[at]);
        take(letterAt(text, at), at, size);
        at += size;
    }
}

}  // namespace hw::model
