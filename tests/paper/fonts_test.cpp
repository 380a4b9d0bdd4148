// SPDX-License-Identifier: MIT
// Fonts of figures. Covers the parts that are read, their subsets, and missing characters.
#include <array>
#include <cmath>
#include <map>
#include <string>

#include "paper/fonts_of_figures.h"
#include "paper/glyph_outline.h"
#include "paper/type/big_endian.h"
#include "paper/type/embedded_fonts.h"
#include "paper/type/signs.h"

using namespace hw;
using namespace hw::paper;
using hw::test::fontsOfFigures;

TEST_CASE(
    "fonts give glyphs, widths and outlines, and bytes that are none give nothing to trip over",
    "[paper]") {
    const FontSet fonts = fontsOfFigures();
    const Font& latin = fonts.all()[0].font;
    CHECK(latin.unitsPerEm() == 2048);
    CHECK(latin.glyphOf(U'A') != 0);
    CHECK(latin.glyphOf(U'A') != latin.glyphOf(U'B'));
    CHECK(latin.glyphOf(U'漢') == 0);
    // The widths measured by a browser (cli/figure/font_widths.cpp).
    CHECK(latin.advance(latin.glyphOf(U' ')) == 576);
    CHECK(latin.advance(latin.glyphOf(U'.')) == 590);
    CHECK(latin.advance(latin.glyphOf(U'i')) == 496);
    FontSubset subset(latin);
    CHECK(!outlineOf(subset, subset.add(U'A')).empty());
    CHECK(outlineOf(subset, subset.add(U' ')).empty());

    std::string bytes(reinterpret_cast<const char*>(embeddedFonts()[3].bytes),
                      embeddedFonts()[3].size);
    CHECK_FALSE(Font::read("").has_value());
    CHECK_FALSE(Font::read("no font at all, but longer than a header of one").has_value());
    for (std::size_t size = 0; size < bytes.size(); size += 97) {
        const auto font = Font::read(bytes.substr(0, size));
        if (!font) continue;
        FontSubset part(*font);
        for (const char32_t c : {U'A', U'é', U'→', U'−'}) outlineOf(part, part.add(c));
        part.file();
    }
    for (std::size_t at = 12; at < bytes.size(); at += 41) {
        std::string broken = bytes;
        broken[at] = '\xFF';
        const auto font = Font::read(broken);
        if (!font) continue;
        FontSubset part(*font);
        for (const char32_t c : {U'A', U'é', U'ü', U'−'}) outlineOf(part, part.add(c));
        part.file();
    }
}

TEST_CASE("a subset is a font of its own, with the parts that its glyphs are made of", "[paper]") {
    const FontSet fonts = fontsOfFigures();
    const Font& latin = fonts.all()[0].font;
    FontSubset subset(latin);
    const int letter = subset.add(U'é');
    const int plain = subset.add(U'e');
    REQUIRE(letter != 0);
    CHECK(subset.add(U'é') == letter);
    CHECK(subset.add(U'漢') == 0);
    const std::string bytes = subset.file();
    CHECK(bytes.size() < 3000);
    // It has no map of characters, which a PDF does not need. With a map, it reads as any other.
    std::map<std::string, std::pair<std::size_t, std::size_t>> tables;
    for (int i = 0; i < u16At(bytes, 4); ++i) {
        const std::size_t row = 12 + 16 * static_cast<std::size_t>(i);
        tables[bytes.substr(row, 4)] = {u32At(bytes, row + 8), u32At(bytes, row + 12)};
    }
    REQUIRE(tables.size() == 6);
    const std::string_view all(bytes);
    const auto table = [&](const char* tag) {
        return all.substr(tables[tag].first, tables[tag].second);
    };
    CHECK(u16At(table("maxp"), 4) == subset.glyphs());
    const auto record = [&](int glyph) {
        const std::size_t from = u32At(table("loca"), 4 * static_cast<std::size_t>(glyph));
        return table("glyf").substr(
            from, u32At(table("loca"), 4 * static_cast<std::size_t>(glyph) + 4) - from);
    };
    CHECK(std::string(record(plain)).starts_with(latin.record(latin.glyphOf(U'e'))));
    for (const GlyphPart& part : partsOf(record(letter))) CHECK(part.glyph < subset.glyphs());
    CHECK(u16At(table("hmtx"), 4 * static_cast<std::size_t>(plain)) ==
          latin.advance(latin.glyphOf(U'e')));
}

TEST_CASE("arrows and comparisons that the fonts lack are composed of what they have", "[paper]") {
    const FontSet fonts = fontsOfFigures();
    const Font& latin = fonts.all()[0].font;
    FontSubset subset(latin);
    const auto bounds = [&](char32_t c) {
        float low[2] = {1e9F, 1e9F};
        float high[2] = {-1e9F, -1e9F};
        for (const Segment& one : outlineOf(subset, subset.add(c))) {
            if (one.kind == Segment::Kind::close) continue;
            low[0] = std::min(low[0], one.x);
            high[0] = std::max(high[0], one.x);
            low[1] = std::min(low[1], one.y);
            high[1] = std::max(high[1], one.y);
        }
        return std::array{low[0], low[1], high[0], high[1]};
    };
    const auto up = bounds(U'↑');
    for (const char32_t c : {U'→', U'←'}) {
        const auto side = bounds(c);
        CHECK(std::abs((side[2] - side[0]) - (up[3] - up[1])) < 2);
        CHECK(std::abs((side[3] - side[1]) - (up[2] - up[0])) < 2);
        CHECK(side[0] >= 0);
        CHECK(side[2] <= static_cast<float>(subset.advance(subset.add(c))));
    }
    // The arrow's head is where more of the outline's points are.
    const auto heads = [&](char32_t c) {
        const auto b = bounds(c);
        int right = 0;
        for (const Segment& one : outlineOf(subset, subset.add(c)))
            right += one.kind != Segment::Kind::close && one.x > (b[0] + b[2]) / 2 ? 1 : -1;
        return right;
    };
    CHECK(heads(U'→') > heads(U'←'));
    CHECK(bounds(U'≥')[1] < bounds(U'>')[1]);
    CHECK_FALSE(composedSign(latin, U'A').has_value());
    CHECK_FALSE(composedSign(fonts.all()[2].font, U'→').has_value());
}
