// SPDX-License-Identifier: MIT
#include "paper/svg_tags.h"

#include <cmath>
#include <cstdlib>
#include <numbers>

namespace hw::paper {
namespace {

constexpr bool isSpace(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
constexpr bool isBetween(char c) { return isSpace(c) || c == ','; }
constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }

void skipSpace(std::string_view& text) {
    while (!text.empty() && isSpace(text.front())) text.remove_prefix(1);
}

std::string_view takeName(std::string_view& text) {
    std::size_t end = 0;
    while (end < text.size() && !isSpace(text[end]) && text[end] != '=' && text[end] != '>' &&
           text[end] != '/')
        ++end;
    const std::string_view name = text.substr(0, end);
    text.remove_prefix(end);
    return name;
}

void putUtf8(std::string& out, unsigned code) {
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out += static_cast<char>(0xC0U | code >> 6U);
        out += static_cast<char>(0x80U | (code & 0x3FU));
    } else if (code < 0x10000) {
        out += static_cast<char>(0xE0U | code >> 12U);
        out += static_cast<char>(0x80U | (code >> 6U & 0x3FU));
        out += static_cast<char>(0x80U | (code & 0x3FU));
    } else {
        out += static_cast<char>(0xF0U | (code >> 18U & 7U));
        out += static_cast<char>(0x80U | (code >> 12U & 0x3FU));
        out += static_cast<char>(0x80U | (code >> 6U & 0x3FU));
        out += static_cast<char>(0x80U | (code & 0x3FU));
    }
}

}  // namespace

std::string_view Tag::value(std::string_view attribute, std::string_view otherwise) const {
    for (const auto& [name, value] : attributes) {
        if (name == attribute) return value;
    }
    return otherwise;
}

float Tag::number(std::string_view attribute, float otherwise) const {
    std::string_view text = value(attribute);
    return takeNumber(text).value_or(otherwise);
}

std::optional<Tag> takeTag(std::string_view& text) {
    const std::size_t begin = text.find('<');
    if (begin == std::string_view::npos) return {};
    text.remove_prefix(begin + 1);
    Tag tag;
    if (text.starts_with('/')) {
        tag.isEnd = true;
        text.remove_prefix(1);
    }
    tag.name = takeName(text);
    for (;;) {
        skipSpace(text);
        if (text.empty()) return {};
        if (text.front() == '>') break;
        if (text.front() == '/') {
            tag.isAlone = true;
            text.remove_prefix(1);
            continue;
        }
        const std::string_view name = takeName(text);
        if (!text.starts_with("=\"")) {
            if (!text.empty() && text.front() != '>' && text.front() != '/') text.remove_prefix(1);
            continue;
        }
        text.remove_prefix(2);
        const std::size_t end = std::min(text.find('"'), text.size());
        tag.attributes.emplace_back(name, text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    text.remove_prefix(1);
    tag.text = text.substr(0, text.find('<'));
    return tag;
}

std::string unescaped(std::string_view text) {
    constexpr std::pair<std::string_view, char> known[] = {
        {"lt;", '<'}, {"gt;", '>'}, {"quot;", '"'}, {"apos;", '\''}, {"amp;", '&'}};
    std::string out;
    while (!text.empty()) {
        const char c = text.front();
        text.remove_prefix(1);
        if (c != '&') {
            out += c;
            continue;
        }
        bool isKnown = false;
        for (const auto& [name, sign] : known) {
            if (!text.starts_with(name)) continue;
            out += sign;
            text.remove_prefix(name.size());
            isKnown = true;
            break;
        }
        const std::size_t end = text.find(';');
        if (!isKnown && text.starts_with('#') && end < 9) {
            const std::string digits(text.substr(1, end - 1));
            const bool isHex = digits.starts_with('x');
            putUtf8(out, static_cast<unsigned>(std::strtoul(digits.c_str() + (isHex ? 1 : 0),
                                                            nullptr, isHex ? 16 : 10)));
            text.remove_prefix(end + 1);
        } else if (!isKnown) {
            out += c;
        }
    }
    return out;
}

std::optional<float> takeNumber(std::string_view& list) {
    while (!list.empty() && isBetween(list.front())) list.remove_prefix(1);
    std::size_t end = 0;
    const auto digits = [&] {
        const std::size_t from = end;
        while (end < list.size() && isDigit(list[end])) ++end;
        return end > from;
    };
    if (end < list.size() && (list[end] == '-' || list[end] == '+')) ++end;
    bool any = digits();
    if (end < list.size() && list[end] == '.') {
        ++end;
        any = digits() || any;
    }
    if (!any) return {};
    if (end + 1 < list.size() && (list[end] == 'e' || list[end] == 'E')) {
        const std::size_t before = end++;
        if (list[end] == '-' || list[end] == '+') ++end;
        if (!digits()) end = before;
    }
    const std::string number(list.substr(0, end));
    list.remove_prefix(end);
    if (list.starts_with("px")) list.remove_prefix(2);  // as in computed lengths of browsers
    return std::strtof(number.c_str(), nullptr);
}

std::optional<Colour> readColour(std::string_view text) {
    if (text == "black") return Colour{};
    if (text == "white") return Colour{1, 1, 1};
    if (text.starts_with('#') && (text.size() == 7 || text.size() == 4)) {
        const bool isShort = text.size() == 4;
        const std::string digits(text.substr(1));
        const unsigned long value = std::strtoul(digits.c_str(), nullptr, 16);
        const auto channel = [&](unsigned place) {
            return isShort ? static_cast<float>(value >> (4 * place) & 15U) / 15
                           : static_cast<float>(value >> (8 * place) & 255U) / 255;
        };
        return Colour{channel(2), channel(1), channel(0)};
    }
    if (!text.starts_with("rgb")) return {};
    text.remove_prefix(std::min(text.find('(') + 1, text.size()));
    const float r = takeNumber(text).value_or(0);
    const float g = takeNumber(text).value_or(0);
    const float b = takeNumber(text).value_or(0);
    return Colour{r / 255, g / 255, b / 255};
}

Matrix readTransform(std::string_view text) {
    Matrix all;
    for (;;) {
        const std::size_t open = text.find('(');
        if (open == std::string_view::npos) return all;
        std::string_view name = text.substr(0, open);
        while (!name.empty() && isBetween(name.front())) name.remove_prefix(1);
        text.remove_prefix(open + 1);
        float values[6] = {};
        int count = 0;
        while (count < 6) {
            const auto value = takeNumber(text);
            if (!value) break;
            values[count++] = *value;
        }
        text.remove_prefix(std::min(text.find(')') + 1, text.size()));
        if (name == "translate") {
            all = all.after({1, 0, 0, 1, values[0], values[1]});
        } else if (name == "scale") {
            all = all.after({values[0], 0, 0, count > 1 ? values[1] : values[0], 0, 0});
        } else if (name == "rotate") {
            const float turn = values[0] * std::numbers::pi_v<float> / 180;
            const float cosine = std::cos(turn);
            const float sine = std::sin(turn);
            all = all.after({1, 0, 0, 1, values[1], values[2]})
                      .after({cosine, sine, -sine, cosine, 0, 0})
                      .after({1, 0, 0, 1, -values[1], -values[2]});
        } else if (name == "matrix") {
            all = all.after({values[0], values[1], values[2], values[3], values[4], values[5]});
        }
    }
}

std::vector<Segment> readPath(std::string_view text) {
    using Kind = Segment::Kind;
    std::vector<Segment> path;
    char command = 0;
    float x = 0;
    float y = 0;
    float startX = 0;
    float startY = 0;
    for (;;) {
        while (!text.empty() && isBetween(text.front())) text.remove_prefix(1);
        if (text.empty()) return path;
        const char c = text.front();
        if ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')) {
            command = c;
            text.remove_prefix(1);
        }
        const bool isRelative = command >= 'a';
        const auto across = [&](float value) { return value + (isRelative ? x : 0); };
        const auto down = [&](float value) { return value + (isRelative ? y : 0); };
        const auto next = [&] { return takeNumber(text); };
        const char kind = isRelative ? static_cast<char>(command - 32) : command;
        if (kind == 'Z') {
            path.push_back({.kind = Kind::close, .x = startX, .y = startY});
            x = startX;
            y = startY;
            command = 0;
            continue;
        }
        const auto first = next();
        if (!first) return path;
        Segment segment{.kind = Kind::line, .x = x, .y = y};
        if (kind == 'H') {
            segment.x = across(*first);
        } else if (kind == 'V') {
            segment.y = down(*first);
        } else if (kind == 'M' || kind == 'L') {
            segment.x = across(*first);
            segment.y = down(next().value_or(0));
            if (kind == 'M') {
                segment.kind = Kind::move;
                startX = segment.x;
                startY = segment.y;
                command = isRelative ? 'l' : 'L';
            }
        } else if (kind == 'C') {
            segment.kind = Kind::curve;
            segment.x1 = across(*first);
            segment.y1 = down(next().value_or(0));
            segment.x2 = across(next().value_or(0));
            segment.y2 = down(next().value_or(0));
            segment.x = across(next().value_or(0));
            segment.y = down(next().value_or(0));
        } else {
            return path;
        }
        x = segment.x;
        y = segment.y;
        path.push_back(segment);
    }
}

}  // namespace hw::paper
