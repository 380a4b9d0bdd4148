// SPDX-License-Identifier: MIT
// Tokens that represent bytes of UTF-8. A tokenizer may cut inside a character. `æ`, `Ĺ`, `¥` of byte-level BPE, or
// `<0xE6>`, `<0x97>`, `<0xA5>` of SentencePiece, are one 日 together and nothing on their own.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hw {

/// How the tokens of a list mark words and spaces, by the first mark found.
enum class Markers { none, wordPiece, byteLevel, sentencePiece, wordEnd };
Markers markersOf(std::span<const std::string> tokens);

/// `##` continues a word. Headings of Markdown do not.
bool continuesWord(std::string_view token);

/// `<0x0A>` -> 10, else -1.
int fallbackByte(std::string_view token);

/// The bytes that the letters of byte-level BPE represent, or nothing if one of them represents no byte, or a control
/// character that is not white space. Source: GPT-2's encoder, bytes_to_unicode.
std::optional<std::string> bytesOfLetters(std::string_view token);

/// The text of one token of byte-level BPE, or empty if it is not one. The bytes must be UTF-8 with a character beyond
/// ASCII and without control characters, so that words in Polish or Czech stay unchanged.
std::string decodedBytes(std::string_view token);

/// Bytes as text, with visible white space, and invalid UTF-8 as `<0xE697>`.
std::string textOfBytes(std::string_view bytes);

/// The tokens of a list, read together. Both vectors are empty if no token is part of a character.
struct ByteReading {
    bool areLettersBytes = false;      ///< the list is certainly of byte-level BPE
    std::vector<bool> sharesPrevious;  ///< has part of a character that begins in the token before
    std::vector<bool> isPartial;       ///< is not whole characters, so a part is shown as bytes

    bool joins(std::size_t token) const { return !sharesPrevious.empty() && sharesPrevious[token]; }
    bool partial(std::size_t token) const { return !isPartial.empty() && isPartial[token]; }
};
/// Letters count as bytes only if the list as a whole supports it. O(bytes of all tokens), and one short pass for ASCII
/// only.
ByteReading readBytes(std::span<const std::string> tokens);

/// The bytes of a token that represents some, of either form.
std::optional<std::string> bytesOfToken(std::string_view token);

}  // namespace hw
