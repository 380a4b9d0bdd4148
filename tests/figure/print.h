// SPDX-License-Identifier: MIT
// Figures laid out for paper, and the faults in their text positions.
#pragma once

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "cli/figure/text_width.h"
#include "figure/drawn_figure.h"
#include "paper/svg_reader.h"

namespace hw::test {

/// A file of n tokens of different lengths, with repeated ones, with scores.
inline std::string fileOf(int n, int layers, int heads) {
    const std::vector<std::string> words{"the", "keys", "a",       "internationalization",
                                         "to",  ".",    "cabinet", "the"};
    std::string tokens;
    std::string scores;
    for (int i = 0; i < n; ++i) {
        tokens += (i == 0 ? "\"" : ",\"") + words[std::size_t(i) % words.size()] +
                  (i % 5 == 4 ? std::to_string(i) : "") + '"';
        scores += (i == 0 ? "0." : ",0.") + std::to_string((i * 37) % 91 + 1);
    }
    std::string attentions;
    unsigned random = 12345;
    for (int layer = 0; layer < layers; ++layer) {
        attentions += layer == 0 ? "[" : ",[";
        for (int head = 0; head < heads; ++head) {
            attentions += head == 0 ? "[" : ",[";
            for (int q = 0; q < n; ++q) {
                std::vector<unsigned> weights;
                unsigned sum = 0;
                for (int k = 0; k < n; ++k) {
                    random = random * 1664525U + 1013904223U;
                    weights.push_back(random >> 24U);
                    sum += weights.back();
                }
                attentions += q == 0 ? "[" : ",[";
                for (int k = 0; k < n; ++k)
                    attentions += (k == 0 ? "" : ",") +
                                  std::to_string(double(weights[std::size_t(k)]) / double(sum));
                attentions += ']';
            }
            attentions += ']';
        }
        attentions += ']';
    }
    return R"({"title":"A test","tokens":[)" + tokens + R"(],"importance":{"blankout":[)" + scores +
           R"(]},"attentions":[)" + attentions + "]}";
}

struct Corner {
    float x, y;
};
using Quad = std::array<Corner, 4>;

/// The corners of a text's box in units of the sheet, without the space above and below its letters.
inline Quad quadOf(const paper::Text& text) {
    const float wide =
        text.mono
            ? 0.6F * text.size *
                  float(std::count_if(
                      text.content.begin(), text.content.end(),
                      [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }))
            : cli::textWidth(text.content, text.size, text.strong);
    const float left = text.x - text.share * wide;
    const float top = text.y - 0.7F * text.size;
    const float bottom = text.y + 0.02F * text.size;
    const auto at = [&](float x, float y) {
        return Corner{text.place.a * x + text.place.c * y + text.place.e,
                      text.place.b * x + text.place.d * y + text.place.f};
    };
    return {at(left, top), at(left + wide, top), at(left + wide, bottom), at(left, bottom)};
}

/// Whether two convex shapes overlap by more than `air` (separating axes).
inline bool overlaps(const Quad& a, const Quad& b, float air) {
    for (const auto& [one, other] : {std::pair{&a, &b}, std::pair{&b, &a}}) {
        for (std::size_t i = 0; i < 4; ++i) {
            const Corner& from = (*one)[i];
            const Corner& to = (*one)[(i + 1) % 4];
            const float length = std::hypot(to.x - from.x, to.y - from.y);
            if (length == 0) return false;
            const Corner normal{(to.y - from.y) / length, (from.x - to.x) / length};
            const auto reach = [&](const Quad& quad) {
                float low = 1e9F;
                float high = -1e9F;
                for (const Corner& corner : quad) {
                    const float at = corner.x * normal.x + corner.y * normal.y;
                    low = std::min(low, at);
                    high = std::max(high, at);
                }
                return std::pair{low, high};
            };
            const auto [low, high] = reach(*one);
            const auto [otherLow, otherHigh] = reach(*other);
            if (high < otherLow + air || otherHigh < low + air) return false;
        }
    }
    return true;
}

struct Print {
    std::string svg;
    paper::Drawing drawing;
    float units = 0;  ///< of the sheet's width
};

inline Print printOf(Drawn& drawn, std::string_view name, const figure::FigureForm& form) {
    drawn.svg(name);  // so that the answers are there
    Print print;
    print.svg = figure::figureSvg(drawn.state, drawn.results, name, cli::textWidth, form);
    auto drawing = paper::readSvg(print.svg);
    REQUIRE(drawing.has_value());
    print.drawing = std::move(*drawing);
    print.units = print.drawing.width / print.drawing.view.a;
    return print;
}

/// Its first fault, or nothing.
inline std::string faultOf(const Print& print) {
    const float height = print.drawing.height / print.drawing.view.d;
    std::vector<std::pair<Quad, std::string>> texts;
    for (const paper::Item& item : print.drawing.items) {
        if (const auto* shape = std::get_if<paper::Shape>(&item)) {
            for (const paper::Segment& one : shape->path) {
                if (one.kind == paper::Segment::Kind::close) continue;
                const float x = shape->place.a * one.x + shape->place.c * one.y + shape->place.e;
                const float y = shape->place.b * one.x + shape->place.d * one.y + shape->place.f;
                if (x < -1 || y < -1 || x > print.units + 1 || y > height + 1)
                    return "a shape leaves the sheet at " + std::to_string(x) + ", " +
                           std::to_string(y);
            }
        }
        const auto* text = std::get_if<paper::Text>(&item);
        if (text == nullptr) continue;
        const Quad quad = quadOf(*text);
        for (const Corner& corner : quad) {
            if (corner.x < -0.5F || corner.y < -0.5F || corner.x > print.units + 0.5F ||
                corner.y > height + 0.5F)
                return '"' + text->content + "\" leaves the sheet at " + std::to_string(corner.x) +
                       ", " + std::to_string(corner.y);
        }
        for (const auto& [other, words] : texts) {
            if (overlaps(quad, other, 0.4F))
                return '"' + text->content + "\" lies on \"" + words + '"';
        }
        texts.emplace_back(quad, text->content);
    }
    return texts.empty() ? "no text" : "";
}

}  // namespace hw::test
