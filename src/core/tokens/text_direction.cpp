// SPDX-License-Identifier: MIT
#include <algorithm>

#include "core/tokens/token_text.h"
#include "core/tokens/utf8_text.h"

namespace hw {

bool hasRightToLeft(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const std::uint32_t c = nextCodePoint(text, at);
        const bool letter = (c >= 0x590 && c <= 0x8FF) || (c >= 0xFB1D && c <= 0xFDFF) ||
                            (c >= 0xFE70 && c <= 0xFEFC) || (c >= 0x10800 && c <= 0x10FFF) ||
                            (c >= 0x1E800 && c <= 0x1EFFF);
        if (letter) return true;
    }
    return false;
}

std::string isolated(std::string_view text) {
    if (!hasRightToLeft(text)) return std::string(text);
    return "\u2068" + std::string(text) + "\u2069";
}

bool readsRightToLeft(std::span<const std::string> tokens) {
    int balance = 0;
    for (const std::string& token : tokens) {
        if (looksSpecial(token)) continue;
        const std::string text = displayToken(token);
        const bool letters = std::ranges::any_of(text, [](char c) {
            const auto byte = static_cast<unsigned char>(c);
            return (byte | 0x20U) - 'a' < 26U || (byte >= 0xC3 && byte != 0xE2);
        });
        if (hasRightToLeft(text))
            ++balance;
        else if (letters)
            --balance;
    }
    return balance > 0;
}

}  // namespace hw
