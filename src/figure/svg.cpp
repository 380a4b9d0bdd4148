// SPDX-License-Identifier: MIT
#include "figure/svg.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include "core/number_text.h"
#include "core/tokens/utf8_text.h"

namespace hw::figure {
namespace {

constexpr std::string_view sans = "Inter, Helvetica, Arial, sans-serif";
constexpr std::string_view mono = "'JetBrains Mono', Menlo, Consolas, monospace";

struct PaperColour {
    std::string_view white, dark;
};
/// Dark colours as in view/widgets/theme.cpp, except rules, which are thinner here.
constexpr PaperColour papers[] = {{ink, "#e9e7e2"},    {muted, "#949aa1"},
                                  {rule, "#41474d"},   {accent, "#e58a5f"},
                                  {cutInk, "#ffa0b8"}, {negativeInk, "#d9a441"}};

/// The grey of a colour's luma (ITU-R BT.601, of encoded channels), which separates dark and light as a printer does.
std::uint32_t greyOf(std::uint32_t abgr) {
    const unsigned luma = ((abgr & 0xFFU) * 299 + ((abgr >> 8U) & 0xFFU) * 587 +
                           ((abgr >> 16U) & 0xFFU) * 114 + 500) /
                          1000;
    return 0xFF000000U | luma << 16U | luma << 8U | luma;
}

std::uint32_t fromHex(std::string_view hex) {
    std::uint32_t rgb = 0;
    std::from_chars(hex.data() + 1, hex.data() + hex.size(), rgb, 16);
    return (rgb & 0xFFU) << 16U | (rgb & 0xFF00U) | rgb >> 16U;
}

/// Limits of a print's text sizes. At 7.5 points for 10 units, texts are 7 to 8 points.
constexpr float smallestPrint = 9.34F;
constexpr float largestPrint = 10.66F;

/// The last index up to `at` at which a code point of UTF-8 ends.
std::size_t wholeBefore(std::string_view text, std::size_t at) {
    while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U)
        --at;
    return at;
}

/// Characters that XML 1.0 (fifth edition, production 2) accepts, without those that it discourages: controls, and the
/// noncharacters of each plane. Everything in it is valid UTF-8.
bool isCharacter(char32_t c) {
    if (c < 0x20 || (c >= 0x7F && c < 0xA0) || c > 0x10FFFF) return false;
    return (c & 0xFFFEU) != 0xFFFEU && (c < 0xFDD0 || c > 0xFDEF);
}

}  // namespace

std::string shortNumber(float value) {
    const double rounded = std::round(static_cast<double>(value) * 100) / 100;
    return numberText(rounded == 0 ? 0.0 : rounded);
}

std::string hexColour(std::uint32_t abgr) {
    constexpr char hex[] = "0123456789abcdef";
    std::string text("#");
    for (const unsigned shift : {0U, 8U, 16U}) {
        const std::uint32_t channel = (abgr >> shift) & 0xFFU;
        text += hex[channel >> 4U];
        text += hex[channel & 15U];
    }
    return text;
}

std::string escaped(std::string_view text) {
    std::string safe;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        const char32_t c = nextCodePoint(text, at);
        switch (c) {
            case U'&': safe += "&amp;"; break;
            case U'<': safe += "&lt;"; break;
            case U'>': safe += "&gt;"; break;
            case U'"': safe += "&quot;"; break;
            default:
                if (isCharacter(c))
                    safe.append(text, begin, at - begin);
                else if (c >= 0x20)
                    safe += "\uFFFD";
        }
    }
    return safe;
}

void Svg::begin(std::string_view tag, Lengths lengths) {
    body_ += '<';
    body_ += tag;
    for (const auto& [name, value] : lengths) set(name, value);
}

void Svg::colour(std::string_view name, std::string_view value) {
    const auto* known = std::ranges::find(papers, value, &PaperColour::white);
    const std::string_view shown =
        paper_ == Paper::dark && known != std::end(papers) ? known->dark : value;
    if (sheet_.palette == Palette::grey && shown.starts_with('#'))
        set(name, tone(fromHex(shown)));
    else
        set(name, shown);
}

void Svg::set(std::string_view name, std::string_view value) {
    body_ += ' ';
    body_ += name;
    body_ += "=\"";
    body_ += value;
    body_ += '"';
}

void Svg::set(std::string_view name, float value) { set(name, shortNumber(value)); }

void Svg::rect(float x, float y, float w, float h, std::string_view fill) {
    begin("rect", {{"x", x}, {"y", y}, {"width", w}, {"height", h}});
    colour("fill", fill);
    body_ += "/>\n";
}

void Svg::disc(float x, float y, float radius, std::string_view fill) {
    begin("circle", {{"cx", x}, {"cy", y}, {"r", radius}});
    colour("fill", fill);
    body_ += "/>\n";
}

void Svg::frame(float x, float y, float w, float h, std::string_view stroke, float thick) {
    begin("rect", {{"x", x}, {"y", y}, {"width", w}, {"height", h}});
    set("fill", "none");
    colour("stroke", stroke);
    set("stroke-width", thick);
    body_ += "/>\n";
}

void Svg::line(float x0, float y0, float x1, float y1, std::string_view stroke, float thick) {
    begin("line", {{"x1", x0}, {"y1", y0}, {"x2", x1}, {"y2", y1}});
    colour("stroke", stroke);
    set("stroke-width", thick);
    body_ += "/>\n";
}

void Svg::ramp(float x, float y, float w, float h, std::span<const std::uint32_t> colours) {
    const std::string id = "ramp" + std::to_string(ramps_++);
    body_ += "<linearGradient id=\"" + id + "\">";
    for (std::size_t i = 0; i < colours.size(); ++i) {
        const float at = static_cast<float>(i) /
                         static_cast<float>(std::max<std::size_t>(colours.size() - 1, 1));
        body_ += "<stop offset=\"" + numberText(std::round(at * 10000) / 10000) +
                 "\" stop-color=\"" + tone(colours[i]) + "\"/>";
    }
    body_ += "</linearGradient>\n";
    rect(x, y, w, h, "url(#" + id + ")");
}

float Svg::width(std::string_view content, const TextStyle& style) const {
    return width_(content, sized(style.size), style.strong);
}

std::string Svg::tone(std::uint32_t abgr) const {
    return hexColour(sheet_.palette == Palette::grey ? greyOf(abgr) : abgr);
}

float Svg::sized(float size) const {
    return sheet_.isPrint ? std::clamp(size, smallestPrint, largestPrint) : size;
}

void Svg::curve(float x0, float y0, float x1, float y1, float reach, float thick, float opacity) {
    begin("path", {{"stroke-width", thick}, {"opacity", opacity}});
    std::string path;
    int place = 0;
    for (const float at : {x0, y0, x0 + reach, y0, x1 - reach, y1, x1, y1}) {
        path += place == 0 ? 'M' : place == 2 ? 'C' : ' ';
        path += shortNumber(at);
        ++place;
    }
    set("d", path);
    body_ += "/>\n";
}

void Svg::image(float x, float y, float w, float h, std::string_view style, std::string_view href) {
    begin("image", {{"x", x}, {"y", y}, {"width", w}, {"height", h}});
    set("preserveAspectRatio", "none");
    if (!style.empty()) set("style", style);
    set("href", href);
    body_ += "/>\n";
}

void Svg::text(float x, float middle, std::string_view content, const TextStyle& style) {
    // Capitals are about 0.73 of the size high. Programs disagree about dominant-baseline.
    const float size = sized(style.size);
    begin("text", {{"x", x}, {"y", middle + 0.36F * size}, {"font-size", size}});
    colour("fill", style.colour);
    if (style.anchor != Anchor::start)
        set("text-anchor", style.anchor == Anchor::middle ? "middle" : "end");
    if (style.strong) set("font-weight", "600");
    if (style.mono) set("font-family", mono);
    if (style.turn != 0) {
        std::string turn = "rotate(" + shortNumber(style.turn);
        for (const float at : {x, middle}) turn += ' ' + shortNumber(at);
        set("transform", turn + ')');
    }
    body_ += '>';
    body_ += escaped(content);
    body_ += "</text>\n";
}

std::string Svg::cut(std::string_view content, float most, const TextStyle& style) const {
    if (width(content, style) <= most) return std::string(content);
    // Widths grow with the length, which allows bisection.
    std::size_t low = 0;
    std::size_t high = content.size();
    const auto shortened = [&](std::size_t bytes) {
        return std::string(content.substr(0, wholeBefore(content, bytes))) + "…";
    };
    while (low + 1 < high) {
        const std::size_t middle = (low + high) / 2;
        (width(shortened(middle), style) <= most ? low : high) = middle;
    }
    return shortened(low);
}

float Svg::block(float x, float top, float most, std::string_view content, const TextStyle& style) {
    const float step = sized(style.size) * (sheet_.isPrint ? 1.3F : 1.45F);
    float y = top;
    std::string line;
    const auto flush = [&] {
        if (line.empty()) return;
        text(x, y + step / 2, line, style);
        y += step;
        line.clear();
    };
    while (!content.empty()) {
        const std::size_t space = std::min(content.find(' '), content.size());
        const std::string_view word = content.substr(0, space);
        content.remove_prefix(std::min(space + 1, content.size()));
        if (!line.empty() && width(line + " " + std::string(word), style) > most) flush();
        if (!line.empty()) line += ' ';
        if (!line.empty() || width(word, style) <= most) {
            line += word;
            continue;
        }
        // An address, or a script without spaces, is broken after as much as fits on a line, at least a character.
        for (std::size_t at = 0; at < word.size();) {
            std::size_t end = at;
            nextCodePoint(word, end);
            if (!line.empty() && width(line + std::string(word.substr(at, end - at)), style) > most)
                flush();
            line += word.substr(at, end - at);
            at = end;
        }
    }
    flush();
    return y - top;
}

std::string Svg::file(float w, float h, std::string_view title, std::string_view description,
                      ShownSize shown) const {
    Svg sheet({}, paper_, sheet_);
    if (shown.width == 0) {
        shown.width = w;
        shown.height = h;
    }
    if (shown.height == 0) shown.height = std::round(h * shown.width / w);
    sheet.begin("svg xmlns=\"http://www.w3.org/2000/svg\"", {});
    if (shown.millimetres > 0) {
        sheet.set("width", shortNumber(shown.millimetres) + "mm");
        sheet.set("height", shortNumber(h / w * shown.millimetres) + "mm");
    } else {
        sheet.set("width", shown.width);
        sheet.set("height", shown.height);
    }
    sheet.set("viewBox", "0 0 " + shortNumber(w) + ' ' + shortNumber(h));
    sheet.set("font-family", sans);
    std::string& text = sheet.body_;
    text += " role=\"img\">\n<title>";
    text += escaped(title);
    text += "</title>\n<desc>";
    text += escaped(description);
    text += "</desc>\n";
    sheet.begin("rect", {{"width", w}, {"height", h}});
    sheet.colour("fill", sheet.ground());
    text += "/>\n";
    text += body_;
    text += "</svg>\n";
    return text;
}

}  // namespace hw::figure
