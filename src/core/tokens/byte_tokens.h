// SPDX-License-Identifier: MIT
// Tokens that stand for bytes of UTF-8. A tokenizer may cut inside a character: `æ`, `Ĺ`, `¥` of byte-level BPE, or
// `<0xE6>`, `<0x97>`, `<0xA5>` of SentencePiece, are one 日 together and nothing alone.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hw {

/// How the tokens of a list mark words and spaces: the first mark that is found.
enum class Markers { none, wordPiece, byteLevel, sentencePiece, wordEnd };
Markers markersOf(std::span<const std::string> tokens);

/// `##` continues a word; headings of Markdown do not.
bool continuesWord(std::string_view token);

/// `<0x0A>` -> 10, else -1.
int fallbackByte(std::string_view token);

/// The bytes that the letters of byte-level BPE stand for; nothing if one of them stands for none, or for a control
/// character that is no white space. Source: GPT-2's encoder, bytes_to_unicode.
std::optional<std::string> bytesOfLetters(std::string_view token);

/// The text of one token of byte-level BPE, or empty if it is none: the bytes must be UTF-8 with a character beyond
/// ASCII and without control characters, so that words in Polish or Czech are left alone.
std::string decodedBytes(std::string_view token);

/// Bytes as text: white space visible, and what is no UTF-8 as `<0xE697>`.
std::string textOfBytes(std::string_view bytes);

/// The tokens of a list, read together. Both vectors are empty if no token is part of a character.
struct ByteReading {
    bool areLettersBytes = false;      ///< the list is of byte-level BPE beyond doubt
    std::vector<bool> sharesPrevious;  ///< has part of a character that the token before begins
    std::vector<bool> isPartial;  ///< is not whole characters: bytes are shown in place of a part

    bool joins(std::size_t token) const { return !sharesPrevious.empty() && sharesPrevious[token]; }
    bool partial(std::size_t token) const { return !isPartial.empty() && isPartial[token]; }
};
/// Letters are taken for bytes only where the list as a whole says so. O(bytes of all tokens); of ASCII alone a glance.
ByteReading readBytes(std::span<const std::string> tokens);

/// The bytes of a token that stands for some, of either form.
std::optional<std::string> bytesOfToken(std::string_view token);

}  // namespace hw
