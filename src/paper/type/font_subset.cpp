// SPDX-License-Identifier: MIT
#include "paper/type/font_subset.h"

#include <algorithm>

#include "paper/type/signs.h"

namespace hw::paper {
namespace {

constexpr int mostLevels = 4;  ///< parts of parts

void set16(std::string& bytes, std::size_t at, int value) {
    if (at + 2 > bytes.size()) return;
    bytes[at] = static_cast<char>((value >> 8) & 0xFF);
    bytes[at + 1] = static_cast<char>(value & 0xFF);
}

std::uint32_t sumOf(std::string_view bytes) {
    std::uint32_t sum = 0;
    for (std::size_t at = 0; at < bytes.size(); at += 4) sum += u32At(bytes, at);
    return sum;
}

void pad(std::string& bytes) {
    while (bytes.size() % 4 != 0) bytes += '\0';
}

}  // namespace

FontSubset::FontSubset(const Font& font) : font_(&font) { addGlyph(0, 0); }

int FontSubset::add(char32_t character) {
    if (const auto found = known_.find(character); found != known_.end()) return found->second;
    int number = 0;
    if (const int glyph = font_->glyphOf(character); glyph != 0) {
        number = addGlyph(glyph, 0);
    } else if (auto sign = composedSign(*font_, character)) {
        number = addRecord(std::move(sign->record), sign->advance, 0);
    }
    known_[character] = number;
    if (number != 0) characters_.emplace(number, character);
    return number;
}

int FontSubset::addGlyph(int glyph, int depth) {
    if (const auto found = numbers_.find(glyph); found != numbers_.end()) return found->second;
    const int number = addRecord(std::string(font_->record(glyph)), font_->advance(glyph), depth);
    numbers_[glyph] = number;
    return number;
}

int FontSubset::addRecord(std::string record, int advance, int depth) {
    const int number = glyphs();
    glyphs_.push_back({{}, advance});
    for (const GlyphPart& part : partsOf(record))
        set16(record, part.at, depth < mostLevels ? addGlyph(part.glyph, depth + 1) : 0);
    glyphs_[number].record = std::move(record);
    return number;
}

std::string FontSubset::file() const {
    std::string glyf;
    std::string loca;
    std::string hmtx;
    for (const Glyph& glyph : glyphs_) {
        put32(loca, static_cast<std::uint32_t>(glyf.size()));
        glyf += glyph.record;
        pad(glyf);
        put16(hmtx, glyph.advance);
        put16(hmtx, s16At(glyph.record, 2));
    }
    put32(loca, static_cast<std::uint32_t>(glyf.size()));
    std::string head(font_->table("head"));
    set16(head, 8, 0);  // the checksum of the whole file is unknown here, and no PDF reader needs
                        // it
    set16(head, 10, 0);
    set16(head, 50, 1);  // loca in 32 bits
    std::string hhea(font_->table("hhea"));
    set16(hhea, 34, glyphs());
    std::string maxp(font_->table("maxp"));
    set16(maxp, 4, glyphs());
    const std::pair<std::string_view, std::string_view> tables[] = {{"glyf", glyf}, {"head", head},
                                                                    {"hhea", hhea}, {"hmtx", hmtx},
                                                                    {"loca", loca}, {"maxp", maxp}};
    constexpr int count = 6;
    std::string out;
    put32(out, 0x00010000U);
    for (const int number : {count, 64, 2, 32}) put16(out, number);  // and the sizes for searching
    std::string body;
    for (const auto& [tag, content] : tables) {
        out += tag;
        put32(out, sumOf(content));
        put32(out, static_cast<std::uint32_t>(12 + 16 * count + body.size()));
        put32(out, static_cast<std::uint32_t>(content.size()));
        body += content;
        pad(body);
    }
    return out + body;
}

}  // namespace hw::paper
