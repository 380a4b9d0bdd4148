// SPDX-License-Identifier: MIT
#include "view/widgets/widgets.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "core/localized_text.h"
#include "core/tokens/token_text.h"
#include "core/tokens/utf8_text.h"
#include "page/models/number_phrases.h"
#include "view/text/layout_log.h"

namespace hw {
namespace {

/// The number of bytes of a word wider than a line that fit on it. At least one code point.
std::size_t brokenAt(ImFont* font, float size, std::string_view word, float width) {
    std::size_t end = 0;
    while (end < word.size()) {
        std::size_t next = end + 1;
        while (next < word.size() && (word[next] & 0xC0) == 0x80) ++next;
        if (end > 0 && textSize(font, size, word.substr(0, next)).x > width) break;
        end = next;
    }
    return end;
}

/// The next word-wrapped piece of `text`, at least one character. A word that is wider than the line on its own is
/// broken, unless its letters are shaped together.
std::string_view nextLine(ImFont* font, float size, std::string_view text, float width) {
    std::size_t end = 0;
    std::size_t fits = 0;
    while (end < text.size()) {
        std::size_t space = text.find_first_of(" \n", end);
        if (space == std::string_view::npos) space = text.size();
        if (textSize(font, size, text.substr(0, space)).x > width) {
            if (fits > 0) break;
            if (!needsShaping(text.substr(0, space)))
                return text.substr(0, brokenAt(font, size, text.substr(0, space), width));
        }
        fits = space;
        if (space < text.size() && text[space] == '\n') break;
        end = space + 1;
    }
    return text.substr(0, std::max<std::size_t>(fits, 1));
}

}  // namespace

Hit hitArea(const char* id, const Rect& area) {
    Hit hit;
    if (area.w < 1 || area.h < 1) return hit;
    noteLaidOut(LayoutEntry::Kind::target, id, *ImGui::GetWindowDrawList(), area.min(), area.max());
    ImGui::SetCursorScreenPos(area.min());
    hit.clicked = ImGui::InvisibleButton(id, area.size());
    hit.hovered = ImGui::IsItemHovered();
    hit.held = ImGui::IsItemActive();
    hit.released = ImGui::IsItemDeactivated();
    return hit;
}

bool Hit::isDragged(float slop) const {
    if (!held && !released) return false;
    const ImGuiIO& io = ImGui::GetIO();
    const ImVec2 from = io.MouseClickedPos[0];
    const float dx = io.MousePos.x - from.x;
    const float dy = io.MousePos.y - from.y;
    return std::max(io.MouseDragMaxDistanceSqr[0], dx * dx + dy * dy) > slop * slop;
}

float textLine(const Pen& pen, ImFont* font, float size, float x, float middle, ImU32 colour,
               std::string_view text, Align align) {
    const ImVec2 extent = textSize(font, size, text);
    if (align == Align::centre) x -= extent.x / 2;
    if (align == Align::right) x -= extent.x;
    drawText(pen.list, font, size, {std::round(x), std::round(middle - extent.y / 2)}, colour,
             text);
    return extent.x;
}

std::string elided(ImFont* font, float size, std::string_view text, float width) {
    if (textSize(font, size, text).x <= width) return std::string(text);
    // Finds the longest beginning that fits by bisection, since a token can have thousands of letters.
    const auto cut = [&](std::size_t length) {
        // Whole code points. Continuation bytes are 10xxxxxx.
        while (length > 0 && (text[length] & 0xC0) == 0x80) --length;
        return isolated(std::string(text.substr(0, length)) + "…");
    };
    std::size_t fits = 0;
    std::size_t exceeds = text.size();
    while (fits + 1 < exceeds) {
        const std::size_t middle = (fits + exceeds) / 2;
        (textSize(font, size, cut(middle)).x <= width ? fits : exceeds) = middle;
    }
    return cut(fits);
}

std::string elidedTitle(ImFont* font, float size, std::string_view title, float width) {
    const std::size_t done = title.rfind(" · ");
    if (done == std::string_view::npos || textSize(font, size, title).x <= width)
        return elided(font, size, title, width);
    const std::string_view tail = title.substr(done);
    const float room = std::max(width - textSize(font, size, tail).x, width * 0.4F);
    const std::string text = elided(font, size, title.substr(0, done), room);
    return text + elided(font, size, tail, width - textSize(font, size, text).x);
}

float textBlock(const Pen& pen, ImFont* font, float size, const Rect& area, ImU32 colour,
                std::string_view text) {
    const float lineHeight = std::round(size * 1.45F);
    float y = area.y;
    while (!text.empty()) {
        const std::string_view line = nextLine(font, size, text, area.w);
        if (pen.list != nullptr) {
            textLine(pen, font, size, area.x, y + lineHeight / 2, colour, line);
        }
        y += lineHeight;
        text.remove_prefix(line.size());
        while (!text.empty() && (text.front() == ' ' || text.front() == '\n')) {
            text.remove_prefix(1);
        }
    }
    return y - area.y;
}

float formulaLine(const Pen& pen, float size, float x, float middle, ImU32 colour,
                  std::string_view text) {
    ImFont* font = fonts().mono;
    const float start = x;
    while (!text.empty()) {
        const std::size_t mark = std::min(text.find('_'), text.size());
        if (mark > 0) x += textLine(pen, font, size, x, middle, colour, text.substr(0, mark));
        text.remove_prefix(mark);
        if (text.empty()) break;
        text.remove_prefix(1);
        std::size_t index = 0;
        while (index < text.size() && ((text[index] >= '0' && text[index] <= '9') ||
                                       (text[index] >= 'a' && text[index] <= 'z')))
            ++index;
        x += textLine(pen, font, size * 0.72F, x, middle + size * 0.28F, colour,
                      text.substr(0, index));
        text.remove_prefix(index);
    }
    return x - start;
}

std::vector<int> sampleLabels(int count, const std::function<std::size_t(int)>& lengthOf) {
    constexpr int most = 64;
    std::vector<int> some(std::min(count, most));
    std::iota(some.begin(), some.end(), 0);
    std::size_t longest = 0;
    for (int i = most; i < count; ++i) longest = std::max(longest, lengthOf(i));
    std::vector<int> lengthy;
    for (int i = most; i < count; ++i)
        if (lengthOf(i) + 1 >= longest) lengthy.push_back(i);
    const std::size_t step = lengthy.size() / most + 1;
    for (std::size_t i = 0; i < lengthy.size(); i += step) some.push_back(lengthy[i]);
    return some;
}

float wordWidth(ImFont* font, float size, std::string_view text) {
    return textSize(font, size, text).x;
}

float digitsWidth(float size, int count) {
    return static_cast<float>(count) * wordWidth(fonts().mono, size, "0");
}

std::string exactText(float value) {
    if (std::isnan(value)) return "no value"_tr;
    char text[32];
    std::snprintf(text, sizeof text, "%.7g", static_cast<double>(value));
    return inLanguage(text);
}

void titleLine(const Pen& pen, float x, float middle, float room, std::string_view text) {
    ImFont* font = fonts().semibold;
    // First uses a smaller size, then two lines, and only then cuts the text.
    const float whole = wordWidth(font, type::title, text);
    const float size = type::title * (room - 1) / std::max(whole, 1.0F);
    if (size >= type::label) {
        textLine(pen, font, std::min(size, type::title), x, middle, pen.theme.ink, text);
        return;
    }
    constexpr float above = 6;
    constexpr float step = 15;
    const std::string_view first = nextLine(font, type::small, text, room);
    textLine(pen, font, type::small, x, middle - above, pen.theme.ink, first);
    text.remove_prefix(first.size());
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    textLine(pen, font, type::small, x, middle - above + step, pen.theme.ink,
             elided(font, type::small, text, room));
}

float titleBlock(const Pen& pen, float x, float middle, float room, std::string_view text) {
    constexpr float line = 20;  // the height of a title in textBlock
    const Rect place{x, middle - line / 2, std::max(room, 1.0F), 0};
    const float height = textBlock(pen, fonts().semibold, type::title, place, pen.theme.ink, text);
    return std::max(height - line, 0.0F);
}

void heading(const Pen& pen, float x, float middle, std::string_view text) {
    // Letterspaced capitals, 0.8 pixels apart.
    while (!text.empty()) {
        const std::size_t length = std::abs(utf8Length(text, 0));
        x += textLine(pen, fonts().semibold, type::label, x, middle, pen.theme.muted,
                      text.substr(0, length)) +
             0.8F;
        text.remove_prefix(length);
    }
}

void noteFigure(const Pen& pen, std::string_view name, const Rect& area) {
    noteLaidOut(LayoutEntry::Kind::figure, name, *pen.list, area.min(), area.max());
}

void tearBar(const Pen& pen, float right, float middle, float half) {
    for (const float x : {right - 11, right - 7}) {
        pen.list->AddLine({x - 2, middle + half + 1}, {x + 2, middle - half - 1}, pen.theme.ground,
                          1.5F);
    }
}

void rangeBar(const Pen& pen, float least, float most, float middle, float half, bool isBeyond) {
    const float from = std::floor(least);
    const float to = std::max(std::ceil(most), from + 2);
    const float inner = half * 0.45F;
    pen.list->AddRectFilled({from, middle - inner}, {to, middle + inner},
                            faded(pen.theme.quantity, 0.28F));
    for (const float x : {from, to - 1})
        pen.list->AddRectFilled({x, middle - half * 0.8F}, {x + 1, middle + half * 0.8F},
                                faded(pen.theme.quantity, 0.9F));
    if (isBeyond) tearBar(pen, to, middle, half);
}

// Lines are rectangles on whole pixels, since Dear ImGui's own lines are smoothed over two.
void hline(const Pen& pen, float x0, float x1, float y, ImU32 colour) {
    pen.list->AddRectFilled({x0, std::floor(y)}, {x1, std::floor(y) + 1}, colour);
}

void vline(const Pen& pen, float x, float y0, float y1, ImU32 colour) {
    pen.list->AddRectFilled({std::floor(x), y0}, {std::floor(x) + 1, y1}, colour);
}

float onPixel(float at) {
    const float density = std::max(ImGui::GetIO().DisplayFramebufferScale.x, 0.1F);
    return std::round(at * density) / density;
}

}  // namespace hw
