// SPDX-License-Identifier: MIT
#include "cli/figure/text_width.h"

#include <cstdint>
#include <unordered_map>

#include "cli/figure/font_widths.h"
#include "core/tokens/utf8_text.h"

namespace hw::cli {
namespace {

struct Face {
    std::unordered_map<char32_t, int> advances;
    std::unordered_map<std::uint64_t, int> pairs;
};

std::uint64_t pairKey(char32_t left, char32_t right) {
    return (std::uint64_t{left} << 32U) | std::uint64_t{right};
}

Face readFace(bool strong) {
    Face face;
    for (const auto& [units, texts] : fontAdvances(strong)) {
        for (std::size_t at = 0; at < texts.size();)
            face.advances[nextCodePoint(texts, at)] = units;
    }
    for (const auto& [units, texts] : fontPairs(strong)) {
        for (std::size_t at = 0; at < texts.size();) {
            const char32_t left = nextCodePoint(texts, at);
            face.pairs[pairKey(left, nextCodePoint(texts, at))] = units;
        }
    }
    return face;
}

const Face& faceOf(bool strong) {
    static const Face regular = readFace(false);
    static const Face semibold = readFace(true);
    return strong ? semibold : regular;
}

struct Block {
    char32_t first, last;
    int units;
};

/// Widths of letters in other fonts, by script. Ascending. Characters not listed are one em wide, like ideographs and
/// most emoji.
constexpr Block others[] = {
    {0x00, 0x1F, 0},         // no letters
    {0x80, 0x2FF, 1536},     // further Latin
    {0x300, 0x36F, 0},       // combining characters
    {0x370, 0x58F, 1536},    // further Greek and Cyrillic, Armenian
    {0x591, 0x5BD, 0},       // points of Hebrew
    {0x5BE, 0x64A, 1434},    // Hebrew, Arabic
    {0x64B, 0x65F, 0},       // points of Arabic
    {0x660, 0x8FF, 1434},    // Arabic, Syriac
    {0x900, 0x10FF, 1843},   // Indic scripts, Thai, Tibetan, Myanmar, Georgian
    {0x1100, 0x115F, 2048},  // Hangul's first jamo, which the next ones combine with
    {0x1160, 0x11FF, 0},    {0x1DC0, 0x1DFF, 0},  // combining characters
    {0x200B, 0x200F, 0},                          // joiners and direction marks
    {0x2010, 0x2027, 2048}, {0x2028, 0x202E, 0},    {0x2060, 0x206F, 0},
    {0x20D0, 0x20FF, 0},    {0x2190, 0x22FF, 1716},  // arrows and signs of mathematics, in the width of DejaVu Sans
    {0xFE00, 0xFE0F, 0},                             // variation selectors
    {0xFE20, 0xFE2F, 0},    {0xE0100, 0xE01EF, 0},
};

int otherUnits(char32_t letter) {
    for (const Block& block : others) {
        if (letter < block.first) break;
        if (letter <= block.last) return block.units;
    }
    return unitsPerEm;
}

}  // namespace

float textWidth(std::string_view text, float size, bool strong) {
    const Face& face = faceOf(strong);
    int units = 0;
    char32_t before = 0;
    for (std::size_t at = 0; at < text.size();) {
        const char32_t letter = nextCodePoint(text, at);
        const auto advance = face.advances.find(letter);
        units += advance != face.advances.end() ? advance->second : otherUnits(letter);
        if (const auto pair = face.pairs.find(pairKey(before, letter)); pair != face.pairs.end())
            units += pair->second;
        before = letter;
    }
    return static_cast<float>(units) / static_cast<float>(unitsPerEm) * size;
}

}  // namespace hw::cli
