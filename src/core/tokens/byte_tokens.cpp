// SPDX-License-Identifier: MIT
#include "core/tokens/byte_tokens.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/tokens/token_text.h"
#include "core/tokens/utf8_text.h"
#include "core/tokens/visible_text.h"

namespace hw {
namespace {

bool isAscii(char c) { return static_cast<unsigned char>(c) < 0x80; }

/// The byte that a letter of byte-level BPE represents, or -1. Printable bytes represent themselves, U+0100 onward the
/// other 68 in their order.
int byteOf(char32_t letter) {
    if (letter == 0x143) return 0xAD;
    if (letter >= 0x100) {
        const int index = static_cast<int>(letter) - 0x100;
        return letter > 0x143 ? -1 : index <= 0x20 ? index : 0x7F + index - 0x21;
    }
    const bool printable = (letter >= 0x21 && letter <= 0x7E) || (letter >= 0xA1 && letter != 0xAD);
    return printable ? static_cast<int>(letter) : -1;
}

/// Consecutive tokens that represent bytes in the same way, and their bytes.
struct Run {
    std::string bytes;
    std::vector<std::size_t> starts;  ///< of each token, in `bytes`
    std::size_t first = 0;            ///< token
    bool letters = true;
};

/// Evidence for and against runs of letters being bytes.
struct Evidence {
    std::size_t characters = 0;  ///< of several bytes, whole
    std::size_t broken = 0;      ///< bytes inside a run that belong to none
    std::size_t cut = 0;         ///< parts of characters at the beginning or end of a run
    bool otherLetters = false;   ///< tokens with letters that do not represent bytes
};

class Decoding {
public:
    explicit Decoding(std::size_t tokens) { partial_.resize(tokens), shares_.resize(tokens); }

    void read(const Run& run, Evidence& evidence);
    ByteReading reading(bool lettersAreBytes);

private:
    void mark(const Run& run, std::size_t from, std::size_t to, bool whole);

    // 1 for letters, 2 for codes such as <0xE6>
    std::vector<std::uint8_t> partial_;
    std::vector<std::uint8_t> shares_;
};

/// Marks the bytes [from, to) as a whole character, or as a part that belongs to none.
void Decoding::mark(const Run& run, std::size_t from, std::size_t to, bool whole) {
    const auto tokenAt = [&](std::size_t byte) {
        return run.first + static_cast<std::size_t>(std::ranges::upper_bound(run.starts, byte) -
                                                    run.starts.begin() - 1);
    };
    const std::size_t first = tokenAt(from);
    const std::size_t last = tokenAt(to - 1);
    const std::uint8_t kind = run.letters ? 1 : 2;
    if (whole && first == last) return;
    for (std::size_t token = first; token <= last; ++token) {
        partial_[token] = kind;
        if (whole && token > first) shares_[token] = kind;
    }
}

void Decoding::read(const Run& run, Evidence& evidence) {
    const std::string_view bytes = run.bytes;
    for (std::size_t at = 0; at < bytes.size();) {
        const int length = utf8Length(bytes, at);
        const std::size_t size = length < 0 ? -length : length;
        if (length < 0 || size > 1) mark(run, at, at + size, length > 0);
        if (run.letters && length > 1) ++evidence.characters;
        if (run.letters && length < 0) {
            const bool isContinuation = (static_cast<unsigned char>(bytes[at]) & 0xC0U) == 0x80U;
            // A word with an accent is text. A token with only bytes is half a character.
            const bool alone = std::ranges::binary_search(run.starts, at) ||
                               isAscii(bytes[at - 1]) == (bytes[at - 1] == ' ');
            const bool atEdge =
                at + size == bytes.size() ? !isContinuation && alone : at < 3 && isContinuation;
            ++(atEdge ? evidence.cut : evidence.broken);
        }
        at += size;
    }
}

ByteReading Decoding::reading(bool lettersAreBytes) {
    ByteReading reading;
    reading.areLettersBytes = lettersAreBytes;
    const auto counts = [&](std::uint8_t kind) {
        return kind == 2 || (kind == 1 && lettersAreBytes);
    };
    if (std::ranges::none_of(partial_, counts)) return reading;
    for (std::size_t token = 0; token < partial_.size(); ++token) {
        reading.isPartial.push_back(counts(partial_[token]));
        reading.sharesPrevious.push_back(counts(shares_[token]));
    }
    return reading;
}

bool areBytes(Markers markers, const Evidence& evidence) {
    if (markers == Markers::none)
        return evidence.characters > 0 && evidence.broken == 0 && !evidence.otherLetters;
    if (markers != Markers::byteLevel) return false;
    return evidence.characters > 0 ? evidence.characters >= evidence.broken
                                   : evidence.broken == 0 && evidence.cut > 0;
}

}  // namespace

std::optional<std::string> bytesOfLetters(std::string_view token) {
    std::string bytes;
    for (std::size_t at = 0; at < token.size();) {
        const char32_t letter = nextCodePoint(token, at);
        const int byte = letter == invalidCodePoint ? -1 : byteOf(letter);
        if (byte < 0x20 && byte != '\n' && byte != '\t' && byte != '\r') return {};
        bytes += static_cast<char>(static_cast<unsigned char>(byte));
    }
    return bytes;
}

std::string decodedBytes(std::string_view token) {
    if (std::ranges::all_of(token, isAscii)) return {};
    const auto bytes = bytesOfLetters(token);
    if (!bytes || std::ranges::all_of(*bytes, isAscii) || !isUtf8(*bytes)) return {};
    const bool controls =
        std::ranges::any_of(*bytes, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
    return controls ? std::string{} : *bytes;
}

std::optional<std::string> bytesOfToken(std::string_view token) {
    if (const int byte = fallbackByte(token); byte >= 0)
        return std::string(1, static_cast<char>(static_cast<unsigned char>(byte)));
    return bytesOfLetters(token);
}

std::string textOfBytes(std::string_view bytes) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string text;
    for (std::size_t at = 0; at < bytes.size();) {
        const int length = utf8Length(bytes, at);
        if (length > 0) {
            text += withVisibleControls(bytes.substr(at, static_cast<std::size_t>(length)));
            at += static_cast<std::size_t>(length);
            continue;
        }
        text += "<0x";
        for (; at < bytes.size() && utf8Length(bytes, at) < 0; ++at) {
            const auto byte = static_cast<unsigned char>(bytes[at]);
            text += digits[byte >> 4U];
            text += digits[byte & 0xFU];
        }
        text += '>';
    }
    return text;
}

ByteReading readBytes(std::span<const std::string> tokens) {
    const bool plain = std::ranges::all_of(tokens, [](const std::string& token) {
        return !token.starts_with("<0x") && std::ranges::all_of(token, isAscii);
    });
    if (plain) return {};
    Decoding decoding(tokens.size());
    Evidence evidence;
    Run run;
    const auto end = [&] {
        decoding.read(run, evidence);
        run = {};
    };
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const bool code = fallbackByte(tokens[i]) >= 0;
        const auto bytes = looksSpecial(tokens[i]) ? std::nullopt : bytesOfToken(tokens[i]);
        if (!bytes || code == run.letters) end();
        if (!bytes) {
            evidence.otherLetters =
                evidence.otherLetters || !std::ranges::all_of(tokens[i], isAscii);
            continue;
        }
        if (run.starts.empty()) run.first = i;
        run.letters = !code;
        run.starts.push_back(run.bytes.size());
        run.bytes += *bytes;
    }
    end();
    return decoding.reading(areBytes(markersOf(tokens), evidence));
}

}  // namespace hw
