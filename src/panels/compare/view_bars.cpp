// SPDX-License-Identifier: MIT
#include "panels/compare/view_bars.h"

#include <algorithm>
#include <cmath>

#include "page/models/number_words.h"
#include "render/colormap.h"

namespace hw {
namespace {

constexpr float smallest = 16;
constexpr float comfortable = 26;
/// Of a row whose numbers stand above its bars.
constexpr float twoLines = 34;
/// A column narrower than this has no room for numbers beside its bars.
constexpr float roomForNumbers = 116;
constexpr float numberWidth = 46;

ImFont* labelFace(const CompareModel& model, std::size_t key) {
    return model.isOutput[key] ? fonts().semibold : fonts().text;
}

using Numbers = CompareColumns::Numbers;

/// Where a bar can be, and the number that belongs to it.
struct BarPlace {
    float left;
    float width;
    float middle;
    float half;
};

float roomFor(int characters) {
    return std::max(numberWidth, digitsWidth(type::label, characters));
}

/// `characters`: of the column's longest number.
BarPlace placeFor(const Rect& cell, Numbers numbers, int characters) {
    const float middle = cell.y + cell.h / 2;
    const float half = std::clamp(cell.h * 0.29F, 3.5F, 8.0F);
    switch (numbers) {
        case Numbers::beside: return {cell.x, cell.w - roomFor(characters) - 8, middle, half};
        case Numbers::above: return {cell.x, cell.w, cell.bottom() - 10, 4.5F};
        case Numbers::none: break;
    }
    return {cell.x, cell.w, middle, half};
}

void drawNumber(const Pen& pen, Numbers numbers, const BarPlace& place, const Rect& cell, bool lit,
                const std::string& text) {
    const ImU32 colour = lit ? pen.theme.ink : pen.theme.muted;
    if (numbers == Numbers::beside)
        textLine(pen, fonts().mono, type::label, cell.right(), place.middle, colour, text,
                 Align::right);
    if (numbers == Numbers::above)
        textLine(pen, fonts().mono, type::label, place.left, cell.y + 10, colour, text);
}

void drawBar(const Pen& pen, const CompareColumn& column, Numbers numbers, int key,
             const Rect& cell, bool lit) {
    const float value = column.shown[key];
    BarPlace place = placeFor(cell, numbers, column.decimals + 2);
    const float middle = place.middle;
    if (!column.labels.empty()) {
        // Its own token stands before the bar.
        const float room = std::floor(std::min(cell.w * 0.36F, 110.0F));
        textLine(pen, fonts().text, type::small, cell.x + room - 8, cell.y + cell.h / 2,
                 pen.theme.ink, elided(fonts().text, type::small, column.labels[key], room - 10),
                 Align::right);
        place.left += room;
        place.width = std::max(place.width - room, 8.0F);
    }
    if (std::isnan(value)) {
        textLine(pen, fonts().text, type::small, place.left, middle, pen.theme.muted, column.gap);
        return;
    }
    const float half = place.half;
    const float length = place.width * std::clamp(value / column.scale, 0.0F, 1.0F);
    pen.list->AddRectFilled({place.left, middle - half},
                            {place.left + std::max(length, 1.0F), middle + half},
                            pen.theme.quantity, 2, ImDrawFlags_RoundCornersRight);
    if (value > column.scale * 1.0001F) tearBar(pen, place.left + length, middle, half);
    drawNumber(pen, numbers, place, cell, lit, shownNumber(column.values[key], column.decimals));
}

/// From the middle: to the right where the first is larger, to the left where the second is.
void drawDifference(const Pen& pen, const CompareModel& model, Numbers numbers, int key,
                    const Rect& cell, bool lit) {
    const float value = model.difference[key];
    const BarPlace place = placeFor(cell, numbers, model.differenceDecimals + 3);
    const float zero = place.left + place.width / 2;
    const float middle = place.middle;
    const float half = place.half;
    if (std::isnan(value)) return;
    const float share = std::clamp(value / model.differenceScale, -1.0F, 1.0F);
    const ImU32 colour = rampColour(Ramp::diverging, value < 0 ? 0.14F : 0.86F, pen.theme.dark,
                                    pen.theme.groundArgb);
    const float end = zero + place.width / 2 * share;
    pen.list->AddRectFilled({std::min(zero, end), middle - half},
                            {std::max(zero, end), middle + half}, colour, 1);
    drawNumber(pen, numbers, place, cell, lit,
               differenceNumber(static_cast<double>(value), model.differenceDecimals));
}

std::string keyText(const CompareModel& model, int key) {
    const std::size_t index = key;
    std::string text = model.labels[index];
    for (const CompareColumn& column : model.columns) {
        if (!column.ready || index >= column.values.size()) continue;
        text += "\n" + column.name + "  " + exactText(column.values[index]);
        if (column.ranks[index] > 0) text += ", rank " + std::to_string(column.ranks[index]);
        if (!column.labels.empty()) text += ", " + column.labels[index];
    }
    return text;
}

void drawZeroLines(const Pen& pen, const CompareModel& model, const CompareColumns& columns,
                   float top, float bottom) {
    const int count = static_cast<int>(model.columns.size());
    for (int i = 0; i < count; ++i) vline(pen, columns.at(i).x - 1, top, bottom, pen.theme.rule);
    if (model.of < 0) return;
    const BarPlace place =
        placeFor(columns.at(count), columns.numbers, model.differenceDecimals + 3);
    vline(pen, place.left + place.width / 2, top, bottom, pen.theme.ghost);
}

/// What a column says instead of bars.
void drawWaiting(const Pen& pen, const CompareModel& model, const CompareColumns& columns,
                 float y) {
    for (std::size_t i = 0; i < model.columns.size(); ++i) {
        const CompareColumn& column = model.columns[i];
        if (column.ready) continue;
        const Rect at = columns.at(static_cast<int>(i));
        textBlock(pen, fonts().text, type::small, {at.x + 6, y + 4, at.w - 6, 0}, pen.theme.muted,
                  column.standing.words);
    }
}

void drawRow(const Pen& pen, const CompareModel& model, const CompareColumns& columns, int key,
             float y, float height, bool lit) {
    const std::size_t index = key;
    ImFont* face = labelFace(model, index);
    const float size = height < 22 ? type::small : type::body;
    textLine(pen, face, size, columns.area.x + columns.labelWidth, y + height / 2, pen.theme.ink,
             elided(face, size, model.labels[index], columns.labelWidth), Align::right);
    const int count = static_cast<int>(model.columns.size());
    for (int i = 0; i < count; ++i) {
        const CompareColumn& column = model.columns[i];
        const Rect at = columns.at(i);
        if (column.ready && index < column.shown.size()) {
            drawBar(pen, column, columns.numbers, key, {at.x, y, at.w, height}, lit);
        }
    }
    if (model.of >= 0) {
        const Rect at = columns.at(count);
        drawDifference(pen, model, columns.numbers, key, {at.x, y, at.w, height}, lit);
    }
}

/// The same for all columns, so that rows are of one kind.
Numbers numbersIn(const CompareModel& model, const CompareColumns& columns) {
    constexpr int smallNumber = 7;  // 1.3e-04
    int characters = model.of >= 0 ? model.differenceDecimals + 3 : 0;
    for (const CompareColumn& column : model.columns)
        characters = std::max(characters, column.decimals + 2);
    if (columns.width >= roomForNumbers + roomFor(characters) - numberWidth) return Numbers::beside;
    const float above = digitsWidth(type::label, std::max(characters, smallNumber));
    return columns.width + columns.gap - 4 >= above ? Numbers::above : Numbers::none;
}

}  // namespace

CompareColumns compareColumns(const CompareModel& model, const Rect& area, float gap) {
    CompareColumns columns;
    columns.area = area;
    columns.gap = gap;
    if (model.form == CompareForm::bars) {
        float widest = 24;
        // Measuring every label of a long text each frame is wasted work: the first 64 tell enough.
        for (std::size_t i = 0; i < std::min<std::size_t>(model.labels.size(), 64); ++i) {
            widest = std::max(widest, wordWidth(labelFace(model, i), type::body, model.labels[i]));
        }
        columns.labelWidth = std::min(widest, std::max(56.0F, area.w * 0.16F));
    }
    columns.left = area.x + columns.labelWidth + (columns.labelWidth > 0 ? 14 : 0);
    // The bars' list may scroll: its track stands beside the last column, not on it.
    const float right = area.right() - (model.form == CompareForm::bars ? 14 : 0);
    const auto places =
        static_cast<float>(model.columns.size() + static_cast<std::size_t>(model.of >= 0));
    if (area.w < 560) columns.gap = 16;
    columns.width = std::max(24.0F, (right - columns.left - columns.gap * (places - 1)) / places);
    // Four short bars read better than two endless ones.
    columns.width = std::min(columns.width, model.form == CompareForm::bars ? 340.0F : 460.0F);
    columns.numbers = numbersIn(model, columns);
    return columns;
}

float compareRowHeight(const CompareColumns& columns) {
    return columns.numbers == Numbers::above ? twoLines : comfortable;
}

float drawCompareBars(const Pen& pen, const CompareModel& model, const CompareColumns& columns,
                      FollowScroll& follow, const Rect& area, bool clickable, Commands& commands) {
    const auto count = static_cast<float>(std::max<std::size_t>(model.rows.size(), 1));
    const float most = compareRowHeight(columns);
    const float least = columns.numbers == Numbers::above ? most : smallest;
    const float rowHeight = std::clamp(std::floor(area.h / count), least, most);
    const float content = rowHeight * count;
    const float height = std::min(area.h, content);
    drawWaiting(pen, model, columns, area.y);
    ImGui::SetCursorScreenPos(area.min());
    ImGui::BeginChild("compare", {area.w, height}, ImGuiChildFlags_None,
                      ImGuiWindowFlags_NoBackground);
    const Pen inner{pen.theme, ImGui::GetWindowDrawList(), pen.notes};
    const float scroll = ImGui::GetScrollY();
    noteFigure(inner, "bars", {columns.left, area.y, area.right() - columns.left, height});
    drawZeroLines(inner, model, columns, area.y, area.y + height);
    float y = area.y - scroll;
    for (const int key : model.rows) {
        const int token = model.tokens[key];
        const Rect row{area.x, y, area.w - (content > height + 1 ? 12 : 0), rowHeight};
        y += rowHeight;
        if (row.bottom() < area.y || row.y > area.y + height) continue;
        ImGui::PushID(key);
        const Hit hit = hitArea("row", row);
        ImGui::PopID();
        const bool lit = hit.hovered || model.hover.key == token;
        if (lit) {
            inner.list->AddRectFilled(row.min(), row.max(), faded(pen.theme.rule, 0.55F), 3);
        }
        drawRow(inner, model, columns, key, row.y, rowHeight, lit);
        if (hit.hovered) {
            commands.push_back(SetHover{{token, -1, -1}});
            tooltip(pen, keyText(model, key));
        }
        if (hit.clicked && clickable) {
            const ImGuiIO& io = ImGui::GetIO();
            commands.push_back(SetOutput{token, io.KeyShift || io.KeyCtrl});
        }
    }
    ImGui::SetCursorScreenPos({area.x, area.y - scroll + content});
    ImGui::Dummy({1, 0});
    const auto leading = std::ranges::find(model.rows, model.leading);
    if (leading != model.rows.end()) {
        const float top = rowHeight * static_cast<float>(leading - model.rows.begin());
        follow.keep(model.about, top, top + rowHeight, height, content);
    }
    ImGui::EndChild();
    return height;
}

}  // namespace hw
