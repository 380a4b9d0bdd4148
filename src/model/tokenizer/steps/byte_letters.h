// SPDX-License-Identifier: MIT
// GPT-2's letters for bytes: printable ones represent themselves, the others are U+0100 and up.
#pragma once

#include <array>
#include <cstdint>

namespace hw::model {

constexpr bool isOwnLetter(int byte) {
    return (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
}

inline constexpr std::array<char32_t, 256> byteLetters = [] {
    std::array<char32_t, 256> letters{};
    char32_t next = 256;
    for (int byte = 0; byte < 256; ++byte)
        letters[byte] = isOwnLetter(byte) ? static_cast<char32_t>(byte) : next++;
    return letters;
}();

/// The byte that a letter represents; -1 if none.
inline constexpr auto letterBytes = [] {
    std::array<std::int16_t, 324> bytes{};
    for (auto& byte : bytes) byte = -1;
    for (int byte = 0; byte < 256; ++byte)
        bytes[byteLetters[byte]] = static_cast<std::int16_t>(byte);
    return bytes;
}();
constexpr int byteOfLetter(char32_t letter) {
    return letter < letterBytes.size() ? letterBytes[letter] : -1;
}

}  // namespace hw::model
