// SPDX-License-Identifier: MIT
#include "view/text/text_metrics.h"

#include "core/tokens/utf8_text.h"

namespace hw {
namespace {

// The tables are cleared beyond these numbers, since a file may have any number of different tokens.
constexpr std::size_t mostPairs = 20000;
constexpr std::size_t mostMeasured = 4000;

struct Range {
    std::uint32_t first, last;
};

/// Scripts whose letters join, stack, reorder or run right to left, and everything outside the
/// basic plane (emoji). Ascending.
constexpr Range shapedRanges[] = {
    {0x0300, 0x036F},     // combining marks
    {0x0483, 0x0489},     // Cyrillic combining marks
    {0x0590, 0x109F},     // Hebrew, Arabic, Syriac, Indic scripts, Thai, Lao, Tibetan, Myanmar
    {0x1100, 0x11FF},     // Hangul parts
    {0x1700, 0x18AF},     // Philippine scripts, Khmer, Mongolian
    {0x1900, 0x1AFF},     // Limbu, Tai, Balinese's neighbours, combining marks
    {0x1B00, 0x1CFF},     // Balinese, Sundanese, Lepcha, Vedic marks
    {0x1DC0, 0x1DFF},     // combining marks
    {0x200C, 0x200F},     // joiners and direction marks
    {0x202A, 0x202E},     // direction marks
    {0x2066, 0x2069},     // direction marks
    {0x20D0, 0x20FF},     // combining marks for symbols
    {0xA800, 0xABFF},     // further Indic scripts
    {0xFB1D, 0xFDFF},     // Hebrew and Arabic presentation forms
    {0xFE00, 0xFE0F},     // variation selectors
    {0xFE20, 0xFE2F},     // combining half marks
    {0xFE70, 0xFEFC},     // Arabic presentation forms
    {0x10000, 0x10FFFF},  // emoji, historic scripts, rare ideographs
};

bool isShaped(std::uint32_t codepoint) {
    if (codepoint < shapedRanges[0].first) return false;
    for (const Range& range : shapedRanges) {
        if (codepoint < range.first) return false;
        if (codepoint <= range.last) return true;
    }
    return false;
}

/// Larger than any kerning.
constexpr float notMeasured = 1000;

/// Kerning matters between letters and marks of alphabets, not between digits or ideographs.
bool isKerned(std::uint32_t codepoint) {
    return codepoint > 0x20 && codepoint < 0x2100 && (codepoint < '0' || codepoint > '9');
}

}  // namespace

std::uint32_t nextCodepoint(std::string_view text, std::size_t& at) {
    const int length = utf8Length(text, at);
    if (length > 0) return nextCodePoint(text, at);
    at += -length;
    return 0xFFFD;
}

bool needsShaping(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        if (static_cast<unsigned char>(text[at]) < 0xCC) {  // below U+0300, the common case
            ++at;
        } else if (isShaped(nextCodepoint(text, at))) {
            return true;
        }
    }
    return false;
}

void TextMetrics::reset(TextRaster* raster) {
    raster_ = raster;
    for (Face& face : faces_) {
        face = Face{};
        face.ascii.fill(-1);
        face.asciiPairs.assign(face.ascii.size() * face.ascii.size(), notMeasured);
    }
}

float TextMetrics::capHeight(FontFace face) {
    Face& known = of(face);
    if (known.capHeight < 0) known.capHeight = raster_->capHeight(face);
    return known.capHeight;
}

float TextMetrics::advance(FontFace face, std::uint32_t codepoint, std::string_view bytes) {
    Face& known = of(face);
    if (codepoint < known.ascii.size()) {
        float& width = known.ascii[codepoint];
        if (width < 0) width = codepoint < 0x20 ? 0 : raster_->advance(face, bytes);
        return width;
    }
    const auto [found, isNew] = known.letters.try_emplace(codepoint, 0.0F);
    if (isNew) found->second = raster_->advance(face, bytes);
    return found->second;
}

float TextMetrics::kerning(FontFace face, std::uint32_t left, std::uint32_t right,
                           std::string_view bytes) {
    if (face == FontFace::mono || !isKerned(left) || !isKerned(right)) return 0;
    Face& known = of(face);
    const auto measured = [&] {
        std::size_t middle = 0;
        nextCodepoint(bytes, middle);
        return raster_->advance(face, bytes) - advance(face, left, bytes.substr(0, middle)) -
               advance(face, right, bytes.substr(middle));
    };
    if (left < known.ascii.size() && right < known.ascii.size()) {
        float& pair = known.asciiPairs[left * known.ascii.size() + right];
        if (pair == notMeasured) pair = measured();
        return pair;
    }
    if (known.pairs.size() > mostPairs) known.pairs.clear();
    const auto [found, isNew] = known.pairs.try_emplace((std::uint64_t{left} << 32U) | right, 0.0F);
    if (isNew) found->second = measured();
    return found->second;
}

float TextMetrics::width(FontFace face, std::string_view text) {
    if (needsShaping(text)) {
        auto& strings = of(face).strings;
        if (strings.size() > mostMeasured) strings.clear();
        const auto [found, isNew] = strings.try_emplace(std::string(text), 0.0F);
        if (isNew) found->second = raster_->advance(face, text);
        return found->second;
    }
    float sum = 0;
    Kerned letters(*this, face, text);
    while (letters.next()) sum += letters.kerning() + letters.advance();
    return sum;
}

bool Kerned::next() {
    if (at_ >= text_.size()) return false;
    const std::size_t before = start_;
    const std::uint32_t left = codepoint_;
    const bool isFirst = at_ == 0;
    start_ = at_;
    const auto byte = static_cast<unsigned char>(text_[at_]);
    if (byte < 0x80) {
        codepoint_ = byte;
        ++at_;
    } else {
        codepoint_ = nextCodepoint(text_, at_);
    }
    kerning_ =
        isFirst ? 0 : metrics_.kerning(face_, left, codepoint_, text_.substr(before, at_ - before));
    advance_ = metrics_.advance(face_, codepoint_, bytes());
    return true;
}

}  // namespace hw
