// SPDX-License-Identifier: MIT
// PDF and PNG of figures, read back here by our own code and in tests/cli/figure/paper.test.mjs by other programs.
#include <zlib.h>

#include <cmath>
#include <string>

#include "core/png.h"
#include "holds.h"
#include "paper/deflate.h"
#include "paper/fonts_of_figures.h"
#include "paper/pdf.h"
#include "paper/pixels.h"
#include "paper/png_image.h"
#include "paper/svg_reader.h"
#include "paper/type/big_endian.h"

using namespace hw;
using namespace hw::paper;
using hw::test::fontsOfFigures;
using hw::test::holds;

namespace {

std::string inflated(std::string_view packed, std::size_t size) {
    std::string out(size, '\0');
    uLongf length = static_cast<uLongf>(size);
    REQUIRE(uncompress(reinterpret_cast<Bytef*>(out.data()), &length,
                       reinterpret_cast<const Bytef*>(packed.data()),
                       static_cast<uLong>(packed.size())) == Z_OK);
    REQUIRE(length == size);
    return out;
}

Drawing drawingOf(const std::string& inside,
                  const std::string& size = "width=\"40\" height=\"20\" viewBox=\"0 0 40 20\"") {
    auto drawing = readSvg("<svg xmlns=\"x\" " + size + "><title>T</title>" + inside + "</svg>");
    REQUIRE(drawing.has_value());
    return *drawing;
}

/// The page's content, which is the first stream of the file.
std::string contentOf(const std::string& pdf) {
    const std::size_t at = pdf.find("stream\n") + 7;
    const std::size_t end = pdf.find("\nendstream", at);
    std::string out(std::size_t{1} << 20, '\0');
    uLongf length = static_cast<uLongf>(out.size());
    REQUIRE(uncompress(reinterpret_cast<Bytef*>(out.data()), &length,
                       reinterpret_cast<const Bytef*>(pdf.data() + at),
                       static_cast<uLong>(end - at)) == Z_OK);
    out.resize(length);
    return out;
}

struct Rgb {
    int r, g, b;
    bool operator==(const Rgb&) const = default;
};
Rgb pixelOf(const Pixels& pixels, int x, int y) {
    const std::size_t at = 3 * static_cast<std::size_t>(y * pixels.width + x);
    return {u8At(pixels.rgb, at), u8At(pixels.rgb, at + 1), u8At(pixels.rgb, at + 2)};
}

}  // namespace

TEST_CASE("what is packed is unpacked by zlib as it was", "[paper]") {
    std::string mixed;
    unsigned random = 1;
    for (int i = 0; i < 200000; ++i) {
        random = random * 1664525U + 1013904223U;
        mixed += i % 3 == 0 ? static_cast<char>(random >> 24U) : static_cast<char>('a' + i % 7);
    }
    for (const std::string& bytes :
         {std::string(), std::string("a"), std::string("ab"), std::string(100000, 'x'),
          std::string("abcabcabcabcabcabd"), mixed, mixed + mixed}) {
        const std::string packed = zlibStream(bytes);
        CHECK(inflated(packed, bytes.size()) == bytes);
    }
    CHECK(zlibStream(std::string(100000, 'x')).size() < 700);
}

TEST_CASE("a PDF is of the figure's size, has its fonts inside, and is the same every time",
          "[paper]") {
    const FontSet fonts = fontsOfFigures();
    const std::string inside =
        R"(<rect x="1" y="2" width="10" height="5" fill="#ff0000"/><text x="3" y="9" font-size="8" fill="#000000">Grüße, мир</text>)";
    const Drawing drawing =
        drawingOf(inside, R"(width="83mm" height="20mm" viewBox="0 0 313.7 75.6")");
    const Pdf pdf = writePdf(drawing, fonts, "Headwaters 1");
    CHECK(pdf.bytes.starts_with("%PDF-1."));
    CHECK(pdf.bytes.ends_with("%%EOF\n"));
    CHECK(holds(pdf.bytes, "/MediaBox [0 0 235.276 56.693 ]"));
    CHECK(pdf.missing.empty());
    CHECK(holds(pdf.bytes, "+Inter-Regular /Encoding /Identity-H"));
    CHECK(holds(pdf.bytes, "+Inter-Regular-Cyrillic /Encoding /Identity-H"));
    CHECK_FALSE(holds(pdf.bytes, "SemiBold"));
    CHECK(writePdf(drawingOf(inside, R"(width="83mm" height="20mm" viewBox="0 0 313.7 75.6")"),
                   fonts, "Headwaters 1")
              .bytes == pdf.bytes);
    // Every object is at its offset in the table.
    const std::size_t table = std::stoul(pdf.bytes.substr(pdf.bytes.rfind("startxref") + 10));
    REQUIRE(pdf.bytes.compare(table, 5, "xref\n") == 0);
    const std::size_t rows = pdf.bytes.find("f \n", table) + 3;
    const int count = std::stoi(pdf.bytes.substr(table + 7));
    CHECK(count > 10);
    for (int i = 1; i < count; ++i) {
        const std::size_t at =
            std::stoul(pdf.bytes.substr(rows + 20 * static_cast<std::size_t>(i - 1), 10));
        CHECK(pdf.bytes.compare(at, std::to_string(i).size() + 5, std::to_string(i) + " 0 ob") ==
              0);
    }
}

TEST_CASE("letters that no font has are boxes that are still copied as themselves", "[paper]") {
    const FontSet fonts = fontsOfFigures();
    const Pdf pdf =
        writePdf(drawingOf(R"(<text x="1" y="9" font-size="8">a漢</text>)"), fonts, "H");
    CHECK(pdf.missing == std::set<char32_t>{U'漢'});
    CHECK(holds(contentOf(pdf.bytes), "/ActualText <FEFF00616F22>"));
    CHECK_FALSE(
        holds(contentOf(writePdf(drawingOf(R"(<text x="1" y="9" font-size="8">a&#x200d;b</text>)"),
                                 fonts, "H")
                            .bytes),
              "ActualText"));
}

TEST_CASE("colours, gradients, dashes and opacity are in the page's content", "[paper]") {
    const FontSet fonts = fontsOfFigures();
    const std::string content = contentOf(
        writePdf(
            drawingOf(
                R"x(<linearGradient id="a"><stop offset="0" stop-color="#ffffff"/><stop offset="1" stop-color="#000000"/></linearGradient><rect x="4" y="0" width="8" height="8" fill="url(#a)"/>)x"
                R"(<g opacity="0.5" stroke="#0000ff" fill="none" stroke-dasharray="4 2"><path d="M1 2C3 4 5 6 7 8" stroke-width="2"/></g>)"
                R"(<line x1="0" y1="0" x2="5" y2="5" stroke="#00ff00" stroke-width="0.75"/>)"),
            fonts, "H")
            .bytes);
    CHECK(holds(content, "8.000000 0.000000 0.000000 1.000000 4 0 cm\n/S0 sh"));
    CHECK(holds(content, "/G0 gs\n0 0 1 RG\n2 w\n[4 2 ] 0 d\n1 2 m\n3 4 5 6 7 8 c\nS"));
    CHECK(holds(content, "0 1 0 RG\n.75 w\n0 0 m\n5 5 l\nS"));
}

TEST_CASE("pictures of a figure are read with their colours and alpha, damaged ones are left out",
          "[paper]") {
    const FontSet fonts = fontsOfFigures();
    const std::uint8_t indices[] = {0, 1, 1, 0};
    const std::uint32_t palette[] = {0xFF0000FFU, 0xFF00FF00U};
    const std::string png = indexedPng(2, 2, indices, palette);
    const auto pixels = readPng(png);
    REQUIRE(pixels.has_value());
    CHECK(pixelOf(*pixels, 0, 0) == Rgb{255, 0, 0});
    CHECK(pixelOf(*pixels, 1, 0) == Rgb{0, 255, 0});
    CHECK(pixels->alpha.empty());
    for (std::size_t size = 0; size < png.size(); ++size)
        readPng(std::string_view(png).substr(0, size));
    const auto image = [](const std::string& bytes) {
        return R"(<image x="0" y="0" width="20" height="20" href="data:image/png;base64,)" +
               base64(bytes) + R"("/>)";
    };
    CHECK(writePdf(drawingOf(image(png)), fonts, "H").picturesLeftOut == 0);
    CHECK(writePdf(drawingOf(image(png.substr(0, 60))), fonts, "H").picturesLeftOut == 1);
    // A JPEG goes into the file unchanged. Its size is in its frame.
    const std::string jpeg(
        "\xFF\xD8\xFF\xC0\0\x11\x08\0\x02\0\x03\x03\x01\x11\0\x02\x11\0\x03\x11\0\xFF\xD9", 23);
    CHECK(jpegSize(jpeg).width == 3);
    CHECK(jpegSize(jpeg).height == 2);
    CHECK(holds(writePdf(drawingOf(image(jpeg)), fonts, "H").bytes,
                "/Width 3 /Height 2 /ColorSpace /DeviceRGB /Filter /DCTDecode"));
}

TEST_CASE("pixels of a figure have the colours of its shapes, half where a shape covers half",
          "[paper]") {
    const FontSet fonts = fontsOfFigures();
    const Drawing drawing = drawingOf(
        R"(<rect x="0" y="0" width="40" height="20" fill="#ffffff"/><rect x="4" y="4" width="8.5" height="8" fill="#ff0000"/>)"
        R"(<g opacity="0.5"><rect x="20" y="0" width="10" height="20" fill="#000000"/></g><line x1="0" y1="16" x2="20" y2="16" stroke="#0000ff" stroke-width="2"/>)");
    const auto png = drawPng(drawing, fonts, 96);
    REQUIRE(png.has_value());
    const auto pixels = readPng(png->bytes);
    REQUIRE(pixels.has_value());
    CHECK(pixels->width == 40);
    CHECK(pixels->height == 20);
    CHECK(pixelOf(*pixels, 2, 2) == Rgb{255, 255, 255});
    CHECK(pixelOf(*pixels, 5, 5) == Rgb{255, 0, 0});
    CHECK(pixelOf(*pixels, 12, 5) == Rgb{255, 128, 128});
    CHECK(std::abs(pixelOf(*pixels, 25, 5).r - 128) <= 1);
    CHECK(pixelOf(*pixels, 8, 15) == Rgb{0, 0, 255});
    CHECK(pixelOf(*pixels, 8, 16) == Rgb{0, 0, 255});
    CHECK(pixelOf(*pixels, 8, 18) == Rgb{255, 255, 255});
    // 300 dots per inch, stored as 11811 per metre.
    const auto print = drawPng(drawing, fonts, 300);
    REQUIRE(print.has_value());
    CHECK(readPng(print->bytes)->width == 125);
    const std::size_t density = print->bytes.find("pHYs");
    REQUIRE(density != std::string::npos);
    CHECK(u32At(print->bytes, density + 4) == 11811);
    CHECK(drawPng(drawing, fonts, 1e6).error().code == Code::tooLarge);
}

TEST_CASE("letters as pixels cover what their outlines enclose, with their counters open",
          "[paper]") {
    const FontSet fonts = fontsOfFigures();
    const auto png = drawPng(
        drawingOf(R"(<text x="2" y="90" font-size="100" font-weight="600" fill="#000000">O</text>)",
                  R"(width="100" height="100" viewBox="0 0 100 100")"),
        fonts, 96);
    REQUIRE(png.has_value());
    const auto pixels = readPng(png->bytes);
    REQUIRE(pixels.has_value());
    CHECK(pixelOf(*pixels, 41, 54).r == 255);  // its middle
    int dark = 0;
    for (int x = 0; x < 100; ++x) dark += pixelOf(*pixels, x, 54).r < 128 ? 1 : 0;
    CHECK(dark > 15);
    CHECK(dark < 50);
}

TEST_CASE("what is no figure is refused, whatever it is cut to", "[paper]") {
    CHECK_FALSE(readSvg("").has_value());
    CHECK_FALSE(readSvg("<svg>").has_value());
    CHECK(readSvg(R"(<svg width="1e9" height="5"></svg>)").error().code == Code::tooLarge);
    const std::string whole =
        R"x(<svg xmlns="x" width="40" height="20" viewBox="0 0 40 20"><g transform="rotate(-60 1 2) scale(2)" opacity=".5"><path d="M0 0h4v1h-4zM1 1l2 2C1 2 3 4 5 6L3,4-1e1-.5" fill="rgb(1, 2, 3)"/><text x="1">a&lt;&#65;</text></g></svg>)x";
    const FontSet fonts = fontsOfFigures();
    for (std::size_t size = 0; size < whole.size(); ++size) {
        if (const auto drawing = readSvg(std::string_view(whole).substr(0, size))) {
            writePdf(*drawing, fonts, "H");
            drawPng(*drawing, fonts, 30);
        }
    }
    const auto drawing = readSvg(whole);
    REQUIRE(drawing.has_value());
    REQUIRE(drawing->items.size() == 2);
    CHECK(std::get<Text>(drawing->items[1]).content == "a<A");
}
