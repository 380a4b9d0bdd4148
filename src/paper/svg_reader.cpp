// SPDX-License-Identifier: MIT
#include "paper/svg_reader.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "paper/svg_tags.h"

namespace hw::paper {
namespace {

constexpr float longestSide = 100000;
constexpr std::size_t deepest = 100;

/// Attributes that a group passes to its content.
struct Inherited {
    Matrix place;
    std::string fill = "#000000";
    std::string stroke = "none";
    std::string dash = "none";
    float thick = 1;
    float opacity = 1;
    std::string family, weight, anchor, baseline;
    float size = 16;
    bool isCells = false;
};

std::string decodedBase64(std::string_view text) {
    std::string out;
    std::uint32_t held = 0;
    int bits = 0;
    for (const char c : text) {
        const int value = c >= 'A' && c <= 'Z'   ? c - 'A'
                          : c >= 'a' && c <= 'z' ? c - 'a' + 26
                          : c >= '0' && c <= '9' ? c - '0' + 52
                          : c == '+'             ? 62
                          : c == '/'             ? 63
                                                 : -1;
        if (value < 0) continue;
        held = held << 6U | static_cast<std::uint32_t>(value);
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        out += static_cast<char>(held >> static_cast<unsigned>(bits) & 0xFFU);
    }
    return out;
}

void addEllipse(std::vector<Segment>& path, float x, float y, float radius) {
    using Kind = Segment::Kind;
    constexpr float handle = 0.5522848F;  // for a quarter of a circle as a cubic curve
    const float h = radius * handle;
    const float r = radius;
    path = {{.kind = Kind::move, .x = x + r, .y = y},
            {Kind::curve, x + r, y + h, x + h, y + r, x, y + r},
            {Kind::curve, x - h, y + r, x - r, y + h, x - r, y},
            {Kind::curve, x - r, y - h, x - h, y - r, x, y - r},
            {Kind::curve, x + h, y - r, x + r, y - h, x + r, y},
            {.kind = Kind::close}};
}

class Reader {
public:
    explicit Reader(std::string_view svg) : left_(svg) {}

    Result<Drawing> all() {
        open_.push_back({});
        while (auto tag = takeTag(left_)) {
            if (tag->isEnd) {
                if (isGroup(tag->name) && open_.size() > 1) open_.pop_back();
                continue;
            }
            take(*tag);
        }
        const bool isSized = drawing_.width > 0 && drawing_.height > 0;
        if (isSized && drawing_.width <= longestSide && drawing_.height <= longestSide)
            return std::move(drawing_);
        return std::unexpected(
            Problem{.code = isSized ? Code::tooLarge : Code::syntax,
                    .place = {},
                    .finding = isSized ? "The figure is too large."
                                       : "This is not a figure as SVG with a size.",
                    .remedy = isSized ? "Choose a smaller width."
                                      : "Use a figure that this program has written.",
                    .byte = {}});
    }

private:
    static bool isGroup(std::string_view name) { return name == "g" || name == "svg"; }

    /// The tag's own attributes override inherited ones.
    Inherited styled(const Tag& tag) const {
        Inherited own = open_.back();
        const auto text = [&](std::string_view name, std::string& into) {
            if (const std::string_view value = tag.value(name); !value.empty()) into = value;
        };
        text("fill", own.fill);
        text("stroke", own.stroke);
        text("stroke-dasharray", own.dash);
        text("font-family", own.family);
        text("font-weight", own.weight);
        text("text-anchor", own.anchor);
        text("dominant-baseline", own.baseline);
        own.thick = tag.number("stroke-width", own.thick);
        own.size = tag.number("font-size", own.size);
        for (const std::string_view name : {"opacity", "stroke-opacity"})
            own.opacity *= std::clamp(tag.number(name, 1), 0.0F, 1.0F);
        own.isCells = own.isCells || tag.value("class") == "cells";
        if (const std::string_view turn = tag.value("transform"); !turn.empty())
            own.place = own.place.after(readTransform(turn));
        return own;
    }

    Paint paintOf(std::string_view text) const {
        if (text.starts_with("url(#")) {
            const std::string_view id = text.substr(5, text.find(')') - 5);
            const auto found = std::ranges::find(drawing_.gradients, id, &Gradient::id);
            if (found == drawing_.gradients.end()) return {};
            return {
                Paint::Kind::gradient, {}, static_cast<int>(found - drawing_.gradients.begin())};
        }
        const auto colour = readColour(text);
        return colour ? Paint{Paint::Kind::colour, *colour, -1} : Paint{};
    }

    void take(const Tag& tag) {
        const std::string_view name = tag.name;
        if (isGroup(name)) {
            if (name == "svg" && drawing_.width == 0) root(tag);
            if (!tag.isAlone && open_.size() < deepest) open_.push_back(styled(tag));
        } else if (name == "title") {
            drawing_.title = unescaped(tag.text);
        } else if (name == "desc") {
            drawing_.description = unescaped(tag.text);
        } else if (name == "linearGradient") {
            drawing_.gradients.push_back({std::string(tag.value("id")), {}});
        } else if (name == "stop" && !drawing_.gradients.empty()) {
            drawing_.gradients.back().stops.push_back(
                {tag.number("offset"), readColour(tag.value("stop-color")).value_or(Colour{})});
        } else if (name == "text") {
            text(tag);
        } else if (name == "image") {
            picture(tag);
        } else {
            shape(tag);
        }
    }

    void root(const Tag& tag) {
        std::string_view box = tag.value("viewBox");
        const float x = takeNumber(box).value_or(0);
        const float y = takeNumber(box).value_or(0);
        const float w = takeNumber(box).value_or(0);
        const float h = takeNumber(box).value_or(0);
        // Lengths in millimetres belong to figures laid out for paper.
        const auto pixels = [&](std::string_view name, float otherwise) {
            const float number = tag.number(name, otherwise);
            return tag.value(name).ends_with("mm") ? number * 96 / 25.4F : number;
        };
        drawing_.width = pixels("width", w);
        drawing_.height = pixels("height", h);
        if (w <= 0 || h <= 0) return;
        // Fits the drawing into the box and centres it (preserveAspectRatio's default).
        const float scale = std::min(drawing_.width / w, drawing_.height / h);
        drawing_.view = {scale,
                         0,
                         0,
                         scale,
                         (drawing_.width - scale * w) / 2 - scale * x,
                         (drawing_.height - scale * h) / 2 - scale * y};
    }

    void text(const Tag& tag) {
        const Inherited own = styled(tag);
        Text text{.content = unescaped(tag.text),
                  .x = tag.number("x"),
                  .y = tag.number("y"),
                  .size = own.size};
        if (own.baseline == "middle" || own.baseline == "central") text.y += 0.36F * own.size;
        text.share = own.anchor == "middle" ? 0.5F : own.anchor == "end" ? 1.0F : 0.0F;
        text.strong = own.weight == "600" || own.weight == "700" || own.weight == "bold";
        text.mono = own.family.find("Mono") != std::string::npos ||
                    own.family.find("mono") != std::string::npos;
        text.colour = readColour(own.fill).value_or(Colour{});
        text.opacity = own.opacity;
        text.place = own.place;
        if (!text.content.empty() && own.fill != "none")
            drawing_.items.emplace_back(std::move(text));
    }

    void picture(const Tag& tag) {
        const Inherited own = styled(tag);
        const std::string href = unescaped(tag.value("href"));
        const std::size_t data = href.find(";base64,");
        if (!href.starts_with("data:image/") || data == std::string::npos) return;
        const std::string_view style = tag.value("style");
        const bool isDim = style.find("#dim") != std::string_view::npos;
        drawing_.items.emplace_back(
            Picture{.bytes = decodedBase64(std::string_view(href).substr(data + 8)),
                    .x = tag.number("x"),
                    .y = tag.number("y"),
                    .w = tag.number("width"),
                    .h = tag.number("height"),
                    .isGrey = isDim || style.find("#grey") != std::string_view::npos,
                    .dimmed = isDim ? 0.4F : 1.0F,
                    .opacity = own.opacity,
                    .place = own.place});
    }

    void shape(const Tag& tag) {
        using Kind = Segment::Kind;
        std::vector<Segment> path;
        const auto line = [&](Kind kind, float x, float y) {
            path.push_back({.kind = kind, .x = x, .y = y});
        };
        if (tag.name == "rect") {
            const float x = tag.number("x");
            const float y = tag.number("y");
            const float w = tag.number("width");
            const float h = tag.number("height");
            line(Kind::move, x, y);
            line(Kind::line, x + w, y);
            line(Kind::line, x + w, y + h);
            line(Kind::line, x, y + h);
            line(Kind::close, x, y);
        } else if (tag.name == "line") {
            line(Kind::move, tag.number("x1"), tag.number("y1"));
            line(Kind::line, tag.number("x2"), tag.number("y2"));
        } else if (tag.name == "circle") {
            addEllipse(path, tag.number("cx"), tag.number("cy"), tag.number("r"));
        } else if (tag.name == "path") {
            path = readPath(tag.value("d"));
        } else if (tag.name == "polyline" || tag.name == "polygon") {
            std::string_view points = tag.value("points");
            while (const auto x = takeNumber(points))
                line(path.empty() ? Kind::move : Kind::line, *x, takeNumber(points).value_or(0));
            if (tag.name == "polygon") line(Kind::close, 0, 0);
        }
        if (path.empty()) return;
        const Inherited own = styled(tag);
        Shape shape{.path = std::move(path),
                    .place = own.place,
                    .fill = paintOf(own.fill),
                    .stroke = paintOf(own.stroke),
                    .thick = own.thick,
                    .dash = {},
                    .opacity = own.opacity,
                    .isCells = own.isCells};
        if (tag.name == "line") shape.fill = {};
        std::string_view dash = own.dash;
        while (const auto length = takeNumber(dash)) shape.dash.push_back(std::max(*length, 0.0F));
        drawing_.items.emplace_back(std::move(shape));
    }

    std::string_view left_;
    Drawing drawing_;
    std::vector<Inherited> open_;
};

}  // namespace

Result<Drawing> readSvg(std::string_view svg) { return Reader(svg).all(); }

}  // namespace hw::paper
