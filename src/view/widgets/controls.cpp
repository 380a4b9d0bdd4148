// SPDX-License-Identifier: MIT
// The kinds of controls. docs/design.md describes their looks and uses.
#include <algorithm>
#include <cmath>

#include "core/localized_text.h"
#include "page/models/number_phrases.h"
#include "view/text/layout_log.h"
#include "view/widgets/resting_tip.h"
#include "view/widgets/widgets.h"

namespace hw {
namespace {

constexpr float halfHeight = 11.5F;  ///< of the drawing. The target is higher
constexpr float rounding = 4;
constexpr float bandRounding = 3;

struct WordPlace {
    Hit hit;
    ImVec2 low, high;  ///< corners of the drawing around the word
    ImU32 ink;         ///< of the word
};

/// The target of a word that is `width` wide. Its ink shows whether it is at rest, under the pointer, or disabled.
WordPlace placeWord(const Pen& pen, const char* id, float x, float middle, float width, ImU32 rest,
                    bool enabled) {
    // 28 pixels are comfortable for a mouse, and a finger needs 40.
    const float height = targetHeight(pen.theme, 28);
    const float wide = std::max(width + 2 * chipPadding, targetHeight(pen.theme, 0));
    // If a line begins at the window's edge, the target must not extend beyond it.
    const float left =
        std::max(x + (width - wide) / 2, ImGui::GetWindowDrawList()->GetClipRectMin().x);
    WordPlace place;
    place.hit = hitArea(id, {left, middle - height / 2, wide, height});
    place.low = {std::round(x - chipPadding) + 0.5F, std::round(middle) - halfHeight};
    place.high = {std::round(x + width + chipPadding) - 0.5F, std::round(middle) + halfHeight};
    place.ink = !enabled ? faded(pen.theme.muted, 0.6F) : place.hit.hovered ? pen.theme.ink : rest;
    if (!enabled) place.hit.clicked = false;
    if (enabled && place.hit.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    return place;
}

/// Below a word, in whole pixels.
void underline(const Pen& pen, float x, float width, float y, float thick, ImU32 colour) {
    pen.list->AddRectFilled({std::round(x), std::round(y)},
                            {std::round(x + width), std::round(y) + thick}, colour);
}

}  // namespace

Hit tabWord(const Pen& pen, const char* id, ImFont* font, float size, float x, float middle,
            std::string_view text, bool chosen) {
    const float width = wordWidth(font, size, text);
    const WordPlace place =
        placeWord(pen, id, x, middle, width, chosen ? pen.theme.ink : pen.theme.muted, true);
    textLine(pen, font, size, x, middle, place.ink, text);
    if (chosen) underline(pen, x, width, middle + size * 0.5F + 5, 2, pen.theme.selection);
    return place.hit;
}

Hit choiceWord(const Pen& pen, const char* id, ImFont* font, float size, float x, float middle,
               std::string_view text, bool chosen, bool enabled, float joined) {
    const float width = wordWidth(font, size, text);
    const WordPlace place =
        placeWord(pen, id, x, middle, width, chosen ? pen.theme.ink : pen.theme.muted, enabled);
    // One band for the whole choice, which covers the gap to the previous word, and that word's rounded corners.
    const float before = joined > 0 ? joined + bandRounding / 2 : 0;
    pen.list->AddRectFilled(
        {place.low.x - before - 0.5F, place.low.y - 0.5F},
        {place.high.x + 0.5F, place.high.y + 0.5F}, pen.theme.band, bandRounding,
        joined > 0 ? ImDrawFlags_RoundCornersRight : ImDrawFlags_RoundCornersAll);
    if (chosen && enabled) {
        const ImVec2 low{place.low.x + 2, place.low.y + 2};
        const ImVec2 high{place.high.x - 2, place.high.y - 2};
        pen.list->AddRectFilled(low, high, pen.theme.ground, bandRounding);
        pen.list->AddRect(low, high, pen.theme.selection, bandRounding, 0, 1);
    }
    textLine(pen, font, size, x, middle, place.ink, text);
    return place.hit;
}

Hit switchWord(const Pen& pen, const char* id, ImFont* font, float size, float x, float middle,
               std::string_view text, bool on, bool enabled) {
    const float width = wordWidth(font, size, text) + switchBox;
    const WordPlace place = placeWord(pen, id, x, middle, width, pen.theme.ink, enabled);
    const float side = 11;
    const ImVec2 low{std::round(x) + 0.5F, std::round(middle - side / 2) + 0.5F};
    const ImVec2 high{low.x + side, low.y + side};
    const ImU32 line = !enabled            ? faded(pen.theme.muted, 0.6F)
                       : on                ? pen.theme.selection
                       : place.hit.hovered ? pen.theme.ink
                                           : pen.theme.muted;
    if (on && enabled) {
        pen.list->AddRectFilled(low, high, line, 2.5F);
        const ImVec2 tick[3] = {
            {low.x + 2.5F, low.y + 5.5F}, {low.x + 4.8F, low.y + 8}, {low.x + 8.6F, low.y + 3.2F}};
        pen.list->AddPolyline(tick, 3, pen.theme.ground, ImDrawFlags_None, 1.6F);
    } else {
        pen.list->AddRect(low, high, line, 2.5F, 0, 1.2F);
    }
    textLine(pen, font, size, x + switchBox, middle, place.ink, text);
    return place.hit;
}

Hit actionWord(const Pen& pen, const char* id, ImFont* font, float size, float x, float middle,
               std::string_view text, bool enabled) {
    const float width = wordWidth(font, size, text);
    const WordPlace place = placeWord(pen, id, x, middle, width, pen.theme.ink, enabled);
    const bool hovered = enabled && place.hit.hovered;
    if (hovered) pen.list->AddRectFilled(place.low, place.high, pen.theme.band, rounding);
    const ImU32 line = !enabled ? pen.theme.rule : hovered ? pen.theme.ink : pen.theme.ghost;
    pen.list->AddRect(place.low, place.high, line, rounding, 0, 1);
    textLine(pen, font, size, x, middle, place.ink, text);
    return place.hit;
}

Hit linkWord(const Pen& pen, const char* id, ImFont* font, float size, float x, float middle,
             std::string_view text) {
    const float width = wordWidth(font, size, text);
    const WordPlace place = placeWord(pen, id, x, middle, width, pen.theme.muted, true);
    textLine(pen, font, size, x, middle, place.ink, text);
    underline(pen, x, width, middle + size * 0.5F + 2, 1,
              place.hit.hovered ? pen.theme.ink : pen.theme.ghost);
    return place.hit;
}

Hit numberWord(const Pen& pen, const char* id, float x, float middle, std::string_view text,
               ImU32 colour) {
    const float width = wordWidth(fonts().mono, type::number, text);
    const WordPlace place = placeWord(pen, id, x, middle, width, colour, true);
    textLine(pen, fonts().mono, type::number, x, middle, place.ink, text);
    // Dots, since it is mainly a number, and a click shows where it comes from.
    const float y = std::round(middle + type::number * 0.5F + 2);
    for (float at = std::round(x); at < x + width; at += 3)
        pen.list->AddRectFilled({at, y}, {at + 1, y + 1},
                                place.hit.hovered ? pen.theme.ink : pen.theme.muted);
    return place.hit;
}

namespace {

constexpr float stopGap = 12;

std::string_view stopWord(bool stopped) { return stopped ? "resume"_tr : "stop"_tr; }

}  // namespace

float stopLineWidth(float size, std::string_view progress, bool stopped) {
    return chipPadding + wordWidth(fonts().text, size, stopWord(stopped)) + stopGap +
           wordWidth(fonts().mono, size, progress);
}

float stopLine(const Pen& pen, float right, float middle, float size, std::string_view progress,
               bool stopped, Commands& commands) {
    const std::string_view action = stopWord(stopped);
    const float x = right - chipPadding - wordWidth(fonts().text, size, action);
    if (actionWord(pen, "stop", fonts().text, size, x, middle, action).clicked) {
        commands.push_back(StopWork{!stopped});
    }
    textLine(pen, fonts().mono, size, x - stopGap, middle, pen.theme.muted, progress, Align::right);
    return stopLineWidth(size, progress, stopped);
}

void WordLine::makeRoom(float width) {
    if (x <= left || x + width <= right) return;
    x = left;
    middle += height;
}

template <class Draw>
bool WordLine::place(float own, std::string_view tip, Draw draw) {
    const float width = std::max(own + 2 * chipPadding, targetHeight(pen.theme, 0));
    makeRoom(width);
    const float from = x;
    const Hit hit = draw(x + (width - own) / 2);
    restingTip(pen, {from, middle - 14, width, 28}, tip);
    x += width + gap;
    return hit.clicked;
}

bool WordLine::choice(const std::string& text, bool chosen, const WordOptions& options) {
    ImFont* font = options.font != nullptr ? options.font : fonts().text;
    const char* id = options.id != nullptr ? options.id : text.c_str();
    const bool clicked = place(wordWidth(font, type::small, text), options.tip, [&](float at) {
        // A new choice begins after other content from the caller, and on a new line.
        const float joined = x == choiceEnd ? gap : 0;
        return choiceWord(pen, id, font, type::small, at, middle, text, chosen, options.enabled,
                          joined);
    });
    choiceEnd = x;
    return clicked;
}

bool WordLine::toggle(const std::string& text, bool on, const WordOptions& options) {
    ImFont* font = options.font != nullptr ? options.font : fonts().text;
    const char* id = options.id != nullptr ? options.id : text.c_str();
    return place(wordWidth(font, type::small, text) + switchBox, options.tip, [&](float at) {
        return switchWord(pen, id, font, type::small, at, middle, text, on, options.enabled);
    });
}

bool WordLine::action(const std::string& text, const WordOptions& options) {
    ImFont* font = options.font != nullptr ? options.font : fonts().text;
    const char* id = options.id != nullptr ? options.id : text.c_str();
    return place(wordWidth(font, type::small, text), options.tip, [&](float at) {
        return actionWord(pen, id, font, type::small, at, middle, text, options.enabled);
    });
}

bool WordLine::link(const std::string& text, const WordOptions& options) {
    ImFont* font = options.font != nullptr ? options.font : fonts().text;
    const char* id = options.id != nullptr ? options.id : text.c_str();
    return place(wordWidth(font, type::small, text), options.tip,
                 [&](float at) { return linkWord(pen, id, font, type::small, at, middle, text); });
}

Hit valueRow(const Pen& pen, const char* id, const Rect& area, std::string_view name,
             std::string_view value, bool opens) {
    const Hit hit = hitArea(id, area);
    const float middle = area.y + area.h / 2;
    const float nameWidth =
        textLine(pen, fonts().text, type::body, area.x, middle, pen.theme.ink, name);
    const float mark = opens ? 14 : 0;
    const std::string shown =
        elided(fonts().text, type::small, value, area.w - nameWidth - mark - 12);
    textLine(pen, fonts().text, type::small, area.right() - mark, middle,
             hit.hovered ? pen.theme.ink : pen.theme.muted, shown, Align::right);
    if (opens) {
        const float x = area.right() - 6;
        const ImVec2 corner[3] = {{x - 4, middle - 2}, {x, middle + 2}, {x + 4, middle - 2}};
        pen.list->AddPolyline(corner, 3, hit.hovered ? pen.theme.ink : pen.theme.muted,
                              ImDrawFlags_None, 1.2F);
        if (hit.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }
    hline(pen, area.x, area.right(), area.bottom(), pen.theme.rule);
    return hit;
}

SliderResult sliderRow(const Pen& pen, const char* id, const Rect& area, std::string_view name,
                       std::string_view valueText, double value, double low, double high,
                       int steps) {
    SliderResult result;
    result.value = value;
    const float track = area.bottom() - 8;
    const float middle = area.y + (area.h - 16) / 2;
    textLine(pen, fonts().text, type::body, area.x, middle, pen.theme.ink, name);
    textLine(pen, fonts().mono, type::number, area.right(), middle, pen.theme.ink, valueText,
             Align::right);
    const float grip = targetHeight(pen.theme, 22);
    const Hit hit = hitArea(id, {area.x - 8, track - grip / 2, area.w + 16, grip});
    const double span = high > low ? high - low : 1;
    if ((hit.held || hit.released) && ImGui::IsMousePosValid()) {
        double share = (ImGui::GetIO().MousePos.x - area.x) / area.w;
        share = std::clamp(share, 0.0, 1.0);
        const double grain = steps > 0 ? steps : 100;
        const double next = settingNumber(low + std::round(share * grain) / grain * span);
        result.changed = next != value;
        result.value = next;
    }
    result.settled = hit.released;
    const float share = static_cast<float>((result.value - low) / span);
    const float knob = area.x + area.w * std::clamp(share, 0.0F, 1.0F);
    pen.list->AddRectFilled({area.x, track - 1}, {area.right(), track + 1}, pen.theme.rule);
    pen.list->AddRectFilled({area.x, track - 1}, {knob, track + 1}, pen.theme.quantity);
    const float radius = hit.hovered || hit.held ? 6.0F : 5.0F;
    pen.list->AddCircleFilled({knob, track}, radius, pen.theme.quantity, 24);
    if (hit.hovered || hit.held) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    return result;
}

float drawWays(const Pen& pen, std::span<const Alternative> ways, const Rect& area,
               Commands& commands) {
    if (ways.empty()) return 0;
    WordLine line{pen, area.x, area.right(), area.y + targetHeight(pen.theme, 28) / 2};
    for (const Alternative& way : ways) {
        if (line.action(way.word)) commands.push_back(ApplyFields{way.fields});
    }
    return line.middle + line.height / 2 - area.y;
}

}  // namespace hw
