// SPDX-License-Identifier: MIT
#include "core/tokens/token_text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <tuple>
#include <utility>

#include "core/tokens/byte_tokens.h"
#include "core/tokens/utf8_text.h"
#include "core/tokens/visible_text.h"

namespace hw {
namespace {

constexpr std::string_view byteSpace = "\u0120";         // Ġ
constexpr std::string_view byteNewline = "\u010A";       // Ċ
constexpr std::string_view byteTab = "\u0109";           // ĉ
constexpr std::string_view byteReturn = "\u010D\u010A";  // čĊ, since č alone begins Czech words
constexpr std::string_view pieceSpace = "\u2581";        // ▁
constexpr std::string_view shownSpace = "\u2423";        // ␣
constexpr std::string_view shownNewline = "\u21B5";      // ↵
constexpr std::string_view shownTab = "\u21E5";          // ⇥
constexpr std::string_view endMark = "</w>";

bool startsWithAny(std::string_view text, std::string_view signs) {
    return !text.empty() && signs.find(text.front()) != std::string_view::npos;
}

/// Most tokens are ASCII that no rule below could change. They are read in every frame, so they skip the rules.
bool isUnmarked(std::string_view token) {
    return !startsWithAny(token, "#<[") && !token.ends_with('>') &&
           std::ranges::all_of(token, [](char c) { return c > 0x20 && c < 0x7F; });
}

bool isAsciiLetterOrDigit(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/// The visible sign of a white-space marker at the start of the text, and the marker's length, or nothing.
std::pair<std::string_view, std::size_t> whiteSpaceAt(std::string_view text) {
    struct Sign {
        std::string_view marker, shown;
    };
    static constexpr std::array<Sign, 10> signs{{{byteReturn, shownNewline},
                                                 {byteSpace, shownSpace},
                                                 {byteNewline, shownNewline},
                                                 {byteTab, shownTab},
                                                 {pieceSpace, shownSpace},
                                                 {" ", shownSpace},
                                                 {"\u00A0", shownSpace},
                                                 {"\n", shownNewline},
                                                 {"\t", shownTab},
                                                 {"\r", shownNewline}}};
    constexpr std::string_view firstBytes = "\xC4\xE2\xC2 \n\t\r";
    if (!startsWithAny(text, firstBytes)) return {{}, 0};
    for (const Sign& sign : signs) {
        if (text.starts_with(sign.marker)) return {sign.shown, sign.marker.size()};
    }
    return {{}, 0};
}

/// For white space only, makes all of it visible. Else empty.
std::string visibleWhiteSpace(std::string_view text) {
    std::string shown;
    while (!text.empty()) {
        const auto [sign, length] = whiteSpaceAt(text);
        if (length == 0) return {};
        shown += sign;
        text.remove_prefix(length);
    }
    return shown;
}

/// Removes white-space markers from the end and returns their visible signs.
std::string takeTrailing(std::string_view& text) {
    std::string signs;
    for (const std::string_view marker :
         {byteNewline, byteTab, std::string_view("\n"), std::string_view("\t")}) {
        while (text.ends_with(marker)) {
            text.remove_suffix(marker.size());
            signs += whiteSpaceAt(marker).first;
        }
    }
    return signs;
}

std::string inner(std::string_view text) {
    std::string shown(text);
    for (std::size_t at = shown.find(pieceSpace); at != std::string::npos;
         at = shown.find(pieceSpace, at + 1)) {
        shown.replace(at, pieceSpace.size(), " ");
    }
    return shown;
}

/// Chinese, Japanese and Thai are written without spaces.
bool writtenWithoutSpaces(char32_t c) {
    return (c >= 0x0E00 && c <= 0x0E7F) || (c >= 0x3000 && c <= 0x30FF) ||
           (c >= 0x3400 && c <= 0x9FFF) || (c >= 0xF900 && c <= 0xFAFF) ||
           (c >= 0xFF00 && c <= 0xFF60) || (c >= 0x20000 && c <= 0x3FFFF);
}

char32_t firstCodePoint(std::string_view text) {
    std::size_t at = 0;
    return text.empty() ? U'\0' : nextCodePoint(text, at);
}

/// A token without a marker begins a word after a space, unless it is usually attached.
bool spaceByHabit(std::string_view before, std::string_view token) {
    if (startsWithAny(token, ".,;:!?)]}%'") && !looksSpecial(token)) return false;
    if (before == "(" || before == "[" || before == "{" || before == "'") return false;
    return !(writtenWithoutSpaces(firstCodePoint(before)) &&
             writtenWithoutSpaces(firstCodePoint(token)));
}

}  // namespace

int fallbackByte(std::string_view token) {
    if (token.size() != 6 || !token.starts_with("<0x") || token[5] != '>') return -1;
    int value = 0;
    for (const char c : token.substr(3, 2)) {
        const bool digit = c >= '0' && c <= '9';
        const bool letter = (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
        if (!digit && !letter) return -1;
        value = value * 16 + (digit ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    return value;
}

bool continuesWord(std::string_view token) {
    if (!token.starts_with("##") || token.size() < 3) return false;
    return isAsciiLetterOrDigit(token[2]) || static_cast<unsigned char>(token[2]) >= 0x80;
}

Markers markersOf(std::span<const std::string> tokens) {
    for (const std::string& token : tokens) {
        if (continuesWord(token)) return Markers::wordPiece;
        if (token.starts_with(byteSpace) || token.starts_with(byteNewline))
            return Markers::byteLevel;
        if (token.starts_with(pieceSpace) || (token.size() > 1 && token.starts_with(' '))) {
            return Markers::sentencePiece;
        }
        if (token.size() > endMark.size() && token.ends_with(endMark)) return Markers::wordEnd;
    }
    return Markers::none;
}

std::string displayToken(std::string_view token) {
    if (isUnmarked(token)) return std::string(token);
    if (looksSpecial(token)) return withVisibleControls(token);
    if (const int byte = fallbackByte(token); byte >= 0) {
        const char c = static_cast<char>(static_cast<unsigned char>(byte));
        if (byte > 0x20 && byte < 0x7F) return {c};
        const std::string_view sign = whiteSpaceAt({&c, 1}).first;
        return std::string(sign.empty() ? token : sign);
    }
    if (std::string white = visibleWhiteSpace(token); !white.empty()) return white;
    if (continuesWord(token)) token.remove_prefix(2);
    if (token.size() > endMark.size() && token.ends_with(endMark))
        token.remove_suffix(endMark.size());
    // One space before a word is expected. Further ones are worth showing.
    std::string leading;
    int spaces = 0;
    for (std::size_t length = 1; length > 0; token.remove_prefix(length)) {
        std::string_view sign;
        std::tie(sign, length) = whiteSpaceAt(token);
        if (sign != shownSpace || spaces++ > 0) leading += sign;
    }
    const std::string trailing = takeTrailing(token);
    const std::string decoded = decodedBytes(token);
    return leading + withVisibleControls(decoded.empty() ? inner(token) : decoded) + trailing;
}

bool looksSpecial(std::string_view token) {
    static constexpr std::array<std::string_view, 28> known{
        "[CLS]", "[SEP]",   "[PAD]", "[MASK]",   "[BOS]",  "[EOS]", "<s>",
        "</s>",  "<pad>",   "<bos>", "<eos>",    "<mask>", "<cls>", "<sep>",
        "<CLS>", "<SEP>",   "<PAD>", "<MASK>",   "<BOS>",  "<EOS>", "<S>",
        "</S>",  "<start>", "<end>", "<unused>", "[DIST]", "[REG]", "[sink]"};
    if (!startsWithAny(token, "[<")) return false;
    if (std::ranges::find(known, token) != known.end()) return true;
    return token.size() > 4 && token.starts_with("<|") && token.ends_with("|>");
}

std::vector<bool> specialTokens(std::span<const std::string> tokens,
                                std::span<const std::string> named) {
    std::vector<bool> special;
    special.reserve(tokens.size());
    for (const std::string& token : tokens) {
        special.push_back(named.empty() ? looksSpecial(token)
                                        : std::ranges::find(named, token) != named.end());
    }
    return special;
}

std::vector<int> wordsFromTokens(std::span<const std::string> tokens) {
    const Markers markers = markersOf(tokens);
    std::vector<int> words;
    words.reserve(tokens.size());
    const ByteReading bytes = readBytes(tokens);
    int word = -1;
    bool open = false;  // the word goes on with the next token, unless that has a marker
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const std::string& token = tokens[i];
        const bool special = looksSpecial(token);
        bool begins = true;
        switch (markers) {
            case Markers::none: begins = !bytes.joins(i); break;
            case Markers::wordPiece: begins = !continuesWord(token); break;
            case Markers::byteLevel:
            case Markers::sentencePiece: begins = whiteSpaceAt(token).second > 0; break;
            case Markers::wordEnd: begins = !open; break;
        }
        const bool continues = !begins && open && !special;
        if (!continues) ++word;
        words.push_back(word);
        open = !special && !(markers == Markers::wordEnd && token.ends_with(endMark));
    }
    return words;
}

std::vector<bool> spacesBefore(std::span<const std::string> tokens) {
    const bool areBytes = readBytes(tokens).areLettersBytes;
    const Markers markers = areBytes ? Markers::byteLevel : markersOf(tokens);
    std::vector<bool> spaces;
    spaces.reserve(tokens.size());
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const std::string_view token = tokens[i];
        bool space = i > 0;
        if (space) {
            const std::string_view before = tokens[i - 1];
            const bool besideSpecial = looksSpecial(token) || looksSpecial(before);
            if (markers == Markers::byteLevel || markers == Markers::sentencePiece) {
                space = besideSpecial || whiteSpaceAt(token).second > 0;
            } else if (markers == Markers::wordEnd) {
                space = besideSpecial || (before.ends_with(endMark) && spaceByHabit(before, token));
            } else {
                space = !continuesWord(token) && spaceByHabit(before, token);
            }
        }
        spaces.push_back(space);
    }
    return spaces;
}

}  // namespace hw
