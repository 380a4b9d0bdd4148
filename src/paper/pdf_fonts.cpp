// SPDX-License-Identifier: MIT
#include "paper/pdf_fonts.h"

namespace hw::paper {
namespace {

constexpr std::size_t mostRows = 100;  ///< max rows of one block of a CMap

/// A tag of six capitals that depends on the subset's content, as the names of subsets need.
std::string tagOf(std::string_view bytes) {
    std::uint64_t hash = hashOf(bytes);
    std::string tag;
    for (int i = 0; i < 6; ++i, hash /= 26) tag += static_cast<char>('A' + hash % 26);
    return tag;
}

/// Maps glyphs to characters, for searching and copying (section 9.10.3).
std::string unicodeMap(const FontSubset& subset) {
    std::string map =
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo << "
        "/Registry (Adobe) "
        "/Ordering (UCS) /Supplement 0 >> def\n/CMapName /Adobe-Identity-UCS def\n/CMapType 2 "
        "def\n1 "
        "begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n";
    std::vector<std::string> rows{"<0000> <FFFD>\n"};
    for (const auto& [glyph, c] : subset.characters())
        rows.push_back("<" + hex16(glyph) + "> <" + utf16Hex(c) + ">\n");
    for (std::size_t at = 0; at < rows.size(); at += mostRows) {
        const std::size_t end = std::min(rows.size(), at + mostRows);
        map += std::to_string(end - at) + " beginbfchar\n";
        for (std::size_t i = at; i < end; ++i) map += rows[i];
        map += "endbfchar\n";
    }
    return map + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n";
}

int addFont(PdfFile& file, const Face& face, const FontSubset& subset) {
    const Font& font = subset.font();
    // Widths and heights are in thousandths of an em.
    const auto thousandths = [&](int units) {
        return pdfNumber(1000 * static_cast<float>(units) / static_cast<float>(font.unitsPerEm()));
    };
    const std::string bytes = subset.file();
    const std::string name = "/" + tagOf(bytes) + "+" + face.name;
    const int program = file.addStream("/Length1 " + std::to_string(bytes.size()), bytes);
    std::string box;
    for (const int edge : font.bounds()) box += thousandths(edge) + ' ';
    constexpr int symbolic = 4;
    constexpr int fixedPitch = 1;
    const int descriptor = file.add(
        "<< /Type /FontDescriptor /FontName " + name + " /Flags " +
        std::to_string(symbolic | (face.mono ? fixedPitch : 0)) + " /FontBBox [" + box +
        "] /ItalicAngle 0 /Ascent " + thousandths(font.ascent()) + " /Descent " +
        thousandths(font.descent()) + " /CapHeight " + thousandths(font.capHeight()) + " /StemV " +
        (face.strong ? "140" : "80") + " /FontFile2 " + reference(program) + " >>");
    std::string widths;
    for (int glyph = 0; glyph < subset.glyphs(); ++glyph)
        widths += thousandths(subset.advance(glyph)) + ' ';
    const int descendant = file.add("<< /Type /Font /Subtype /CIDFontType2 /BaseFont " + name +
                                    " /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) "
                                    "/Supplement 0 >> /FontDescriptor " +
                                    reference(descriptor) +
                                    " /CIDToGIDMap /Identity /DW 1000 /W [0 [" + widths + "]] >>");
    const int unicode = file.addStream("", unicodeMap(subset));
    return file.add("<< /Type /Font /Subtype /Type0 /BaseFont " + name +
                    " /Encoding /Identity-H /DescendantFonts [" + reference(descendant) +
                    "] /ToUnicode " + reference(unicode) + " >>");
}

}  // namespace

std::string addFonts(PdfFile& file, const FontSet& fonts, const Typesetter& used) {
    std::string entries;
    for (std::size_t i = 0; i < fonts.all().size(); ++i) {
        const FontSubset& subset = used.subsets()[i];
        const bool isUsed = !subset.characters().empty() || (i == 0 && !used.missing().empty());
        if (!isUsed) continue;
        entries += "/F" + std::to_string(i) + ' ' +
                   reference(addFont(file, fonts.all()[i].face, subset)) + ' ';
    }
    return entries;
}

}  // namespace hw::paper
