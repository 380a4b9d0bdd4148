// SPDX-License-Identifier: MIT
#include "figure/svg.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace hw::figure {
namespace {

constexpr std::string_view sans = "Inter, Helvetica, Arial, sans-serif";
constexpr std::string_view mono = "'JetBrains Mono', Menlo, Consolas, monospace";

std::string attribute(std::string_view name, std::string_view value) {
    std::string text(" ");
    text += name;
    text += "=\"";
    text += value;
    return text + '"';
}
std::string attribute(std::string_view name, float value) {
    return attribute(name, shortNumber(value));
}

/// Bytes before `at` that end a whole code point of UTF-8.
std::size_t wholeBefore(std::string_view text, std::size_t at) {
    while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U)
        --at;
    return at;
}

}  // namespace

std::string shortNumber(float value) {
    const double rounded = std::round(static_cast<double>(value) * 100) / 100;
    char digits[32];
    const auto end =
        std::to_chars(digits, digits + sizeof digits, rounded == 0 ? 0.0 : rounded).ptr;
    return {digits, end};
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
    for (const char c : text) {
        switch (c) {
            case '&': safe += "&amp;"; break;
            case '<': safe += "&lt;"; break;
            case '>': safe += "&gt;"; break;
            case '"': safe += "&quot;"; break;
            default:
                if (static_cast<unsigned char>(c) >= 0x20) safe += c;
        }
    }
    return safe;
}

void Svg::rect(float x, float y, float w, float h, std::string_view fill) {
    body_ += "<rect" + attribute("x", x) + attribute("y", y) + attribute("width", w) +
             attribute("height", h) + attribute("fill", fill) + "/>\n";
}

void Svg::frame(float x, float y, float w, float h, std::string_view stroke, float thick) {
    body_ += "<rect" + attribute("x", x) + attribute("y", y) + attribute("width", w) +
             attribute("height", h) + attribute("fill", "none") + attribute("stroke", stroke) +
             attribute("stroke-width", thick) + "/>\n";
}

void Svg::line(float x0, float y0, float x1, float y1, std::string_view stroke, float thick) {
    body_ += "<line" + attribute("x1", x0) + attribute("y1", y0) + attribute("x2", x1) +
             attribute("y2", y1) + attribute("stroke", stroke) + attribute("stroke-width", thick) +
             "/>\n";
}

void Svg::text(float x, float middle, std::string_view content, const TextStyle& style) {
    // Capitals are about 0.73 of the size high; programs disagree about dominant-baseline.
    const float baseline = middle + 0.36F * style.size;
    body_ += "<text" + attribute("x", x) + attribute("y", baseline) +
             attribute("font-size", style.size) + attribute("fill", style.colour);
    if (style.anchor != Anchor::start) {
        body_ += attribute("text-anchor", style.anchor == Anchor::middle ? "middle" : "end");
    }
    if (style.strong) body_ += attribute("font-weight", "600");
    if (style.mono) body_ += attribute("font-family", mono);
    if (style.turn != 0) {
        body_ += attribute("transform", "rotate(" + shortNumber(style.turn) + " " + shortNumber(x) +
                                            " " + shortNumber(middle) + ")");
    }
    body_ += ">" + escaped(content) + "</text>\n";
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
        line += word;
    }
    flush();
    return y - top;
}

std::string Svg::file(float w, float h, std::string_view title,
                      std::string_view description) const {
    std::string text = "<svg xmlns=\"http://www.w3.org/2000/svg\"" + attribute("width", w) +
                       attribute("height", h);
    text += attribute("viewBox", "0 0 " + shortNumber(w) + " " + shortNumber(h));
    text += attribute("font-family", sans) + " role=\"img\">\n";
    text += "<title>" + escaped(title) + "</title>\n<desc>" + escaped(description) + "</desc>\n";
    text += "<rect" + attribute("width", w) + attribute("height", h) +
            attribute("fill", "#ffffff") + "/>\n";
    return text + body_ + "</svg>\n";
}

}  // namespace hw::figure
