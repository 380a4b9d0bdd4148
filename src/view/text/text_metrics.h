// SPDX-License-Identifier: MIT
// Widths of glyphs and kerning of pairs, measured once by the platform. Internal to text.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "view/text/text.h"

namespace hw {

/// Decodes one code point of UTF-8 at `at` and moves past it. U+FFFD for broken bytes.
std::uint32_t nextCodepoint(std::string_view text, std::size_t& at);

/// All widths are relative to the font size.
class TextMetrics {
public:
    void reset(TextRaster* raster);

    float capHeight(FontFace face);
    /// O(length). Asks the platform only for glyphs and pairs not yet known.
    float width(FontFace face, std::string_view text);
    /// Advance of one glyph. `bytes` is its UTF-8.
    float advance(FontFace face, std::uint32_t codepoint, std::string_view bytes);
    /// Kerning between two glyphs. `bytes` is the UTF-8 of both. 0 in the monospaced face.
    float kerning(FontFace face, std::uint32_t left, std::uint32_t right, std::string_view bytes);

private:
    struct Face {
        float capHeight = -1;
        std::array<float, 128> ascii;
        std::vector<float>
            asciiPairs;  ///< [left][right], since every letter of every frame needs one
        std::unordered_map<std::uint32_t, float> letters;
        std::unordered_map<std::uint64_t, float> pairs;
        std::unordered_map<std::string, float> strings;  ///< those that need shaping
    };
    Face& of(FontFace face) { return faces_[std::to_underlying(face)]; }

    TextRaster* raster_ = nullptr;
    std::array<Face, 3> faces_;
};

/// Iterates over a string glyph by glyph.
class Kerned {
public:
    Kerned(TextMetrics& metrics, FontFace face, std::string_view text)
        : metrics_(metrics), face_(face), text_(text) {}

    bool next();
    std::uint32_t codepoint() const { return codepoint_; }
    std::string_view bytes() const { return text_.substr(start_, at_ - start_); }
    float kerning() const { return kerning_; }
    float advance() const { return advance_; }

private:
    TextMetrics& metrics_;
    FontFace face_;
    std::string_view text_;
    std::size_t start_ = 0;
    std::size_t at_ = 0;
    std::uint32_t codepoint_ = 0;
    float kerning_ = 0;
    float advance_ = 0;
};

}  // namespace hw
