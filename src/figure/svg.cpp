// SPDX-License-Identifier: MIT
#include "figure/svg.h"

#include <algorithm>
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
/// On dark as in view/widgets/theme.cpp, but rules, which are thinner here.
constexpr PaperColour papers[] = {
    {ink, "#e9e7e2"}, {muted, "#949aa1"}, {rule, "#41474d"}, {accent, "#e58a5f"}};

/// Bytes before `at` that end a whole code point of UTF-8.
std::size_t wholeBefore(std::string_view text, std::size_t at) {
    while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U)
        --at;
    return at;
}

/// What XML 1.0 (fifth edition, production 2) takes, without the characters that it advises against: controls, and the
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
    set(name, paper_ == Paper::dark && known != std::end(papers) ? known->dark : value);
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
    // Capitals are about 0.73 of the size high; programs disagree about dominant-baseline.
    begin("text", {{"x", x}, {"y", middle + 0.36F * style.size}, {"font-size", style.size}});
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
    // Widths grow with the length: halve the question.
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
    const float step = style.size * 1.45F;
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
        // An address, or a script without spaces: as much of it as a line holds, at least a character.
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
    Svg sheet({}, paper_);
    if (shown.width == 0) shown = {w, h};
    if (shown.height == 0) shown.height = std::round(h * shown.width / w);
    sheet.begin("svg xmlns=\"http://www.w3.org/2000/svg\"",
                {{"width", shown.width}, {"height", shown.height}});
    sheet.set("viewBox", "0 0 " + shortNumber(w) + ' ' + shortNumber(h));
    sheet.set("font-family", sans);
    std::string& text = sheet.body_;
    text += " role=\"img\">\n<title>";
    text += escaped(title);
    text += "</title>\n<desc>";
    text += escaped(description);
    text += "</desc>\n";
    sheet.begin("rect", {{"width", w}, {"height", h}});
    sheet.set("fill", sheet.ground());
    text += "/>\n";
    text += body_;
    text += "</svg>\n";
    return text;
}

}  // namespace hw::figure
