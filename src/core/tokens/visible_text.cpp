// SPDX-License-Identifier: MIT
#include "core/tokens/visible_text.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/tokens/token_texts.h"
#include "core/tokens/utf8_text.h"

namespace hw {
namespace {

std::string nameOf(char32_t c) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string name = "U+";
    for (int shift = 12; shift >= 0; shift -= 4) name += digits[(c >> shift) & 0xFU];
    return name;
}

/// Bytes that do not begin a character that must be named.
bool isHarmless(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 && byte != 0x7F && byte != 0xC2 && byte != 0xE2;
}

}  // namespace

std::string withVisibleControls(std::string_view text) {
    if (std::ranges::all_of(text, isHarmless)) return std::string(text);
    std::string shown;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        const char32_t c = nextCodePoint(text, at);
        const bool turns = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
        if (c == U'\n' || c == U'\r') {
            shown += "\u21B5";
        } else if (c == U'\t') {
            shown += "\u21E5";
        } else if (c < 0x20 || (c >= 0x7F && c < 0xA0) || turns) {
            shown += nameOf(c);
        } else {
            shown.append(text, begin, at - begin);
        }
    }
    return shown;
}

std::string withVisibleBlank(std::string text, std::string_view empty) {
    if (text.empty()) return std::string(empty);
    std::string named;
    for (std::size_t at = 0; at < text.size();) {
        const char32_t c = nextCodePoint(text, at);
        const bool isBlank = c == U' ' || c == 0xA0 || c == 0xAD || c == 0x1680 || c == 0x180E ||
                             (c >= 0x2000 && c <= 0x200F) || c == 0x2028 || c == 0x2029 ||
                             c == 0x202F || (c >= 0x205F && c <= 0x2064) || c == 0x3000 ||
                             c == 0x2800 || c == 0x3164 || c == 0xFEFF;
        if (!isBlank) return text;
        named += c == U' ' ? std::string("\u2423") : (named.empty() ? "" : " ") + nameOf(c);
    }
    return named;
}

std::string runningText(std::span<const std::string> tokens, std::size_t most) {
    // A token is at least one character with its space, except for empty ones, so these tokens are enough.
    tokens = tokens.first(std::min(tokens.size(), 2 * most));
    const TokenTexts texts(tokens);
    std::string text;
    std::size_t characters = 0;
    for (std::size_t i = 0; i < tokens.size();) {
        const std::size_t end = texts.pieceEnd(i, tokens.size());
        const std::string next =
            (i > 0 && texts.spaceBefore(i) ? " " : "") + texts.piece(i, end, tokens.size());
        i = end;
        for (std::size_t at = 0; at < next.size(); ++characters) {
            const std::size_t begin = at;
            nextCodePoint(next, at);
            if (characters == most) return text + "…";
            text.append(next, begin, at - begin);
        }
    }
    return text;
}

}  // namespace hw
