// SPDX-License-Identifier: MIT
#include "io/packed/text64.h"

#include <cstdint>

namespace hw::io {

std::string toBase64(std::string_view bytes, Base64 kind) {
    constexpr std::string_view letters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    std::uint32_t bits = 0;
    unsigned held = 0;
    const auto put = [&](std::uint32_t value) {
        text += value < letters.size() ? letters[value]
                                       : (kind == Base64::url ? "-_" : "+/")[value - 62];
    };
    for (const char c : bytes) {
        bits = (bits << 8 | static_cast<unsigned char>(c)) & 0xFFFFU;
        for (held += 8; held >= 6; held -= 6) put(bits >> (held - 6) & 63U);
    }
    if (held > 0) put(bits << (6 - held) & 63U);
    if (kind == Base64::standard) text.resize((text.size() + 3) / 4 * 4, '=');
    return text;
}

std::optional<std::string> fromBase64(std::string_view text) {
    while (text.ends_with('=')) text.remove_suffix(1);
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3 + 3);
    std::uint32_t bits = 0;
    unsigned held = 0;
    for (const char c : text) {
        std::uint32_t value = 0;
        if (c >= 'A' && c <= 'Z')
            value = static_cast<std::uint32_t>(c - 'A');
        else if (c >= 'a' && c <= 'z')
            value = static_cast<std::uint32_t>(c - 'a') + 26;
        else if (c >= '0' && c <= '9')
            value = static_cast<std::uint32_t>(c - '0') + 52;
        else if (c == '-' || c == '+')
            value = 62;
        else if (c == '_' || c == '/')
            value = 63;
        else
            return std::nullopt;
        bits = (bits << 6 | value) & 0xFFFFU;
        held += 6;
        if (held < 8) continue;
        held -= 8;
        bytes += static_cast<char>(bits >> held & 0xFFU);
    }
    return bytes;
}

}  // namespace hw::io
