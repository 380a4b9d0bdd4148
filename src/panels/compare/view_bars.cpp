// SPDX-License-Identifier: MIT
#include "panels/compare/view_bars.h"

#include <algorithm>
#include <cmath>

#include "page/models/number_phrases.h"
#include "page/models/value_scale.h"
#include "view/matrix/color_legend.h"
#include "view/widgets/note_marks.h"

namespace hw {
namespace {

constexpr float smallest = 16;
constexpr float largest = 44;  ///< of a row in a large window

using Numbers = CompareColumns::Numbers;

/// Where a bar can be, and its number.
struct BarPlace {
    float left;
    float width;
    float middle;
    float half;
};

/// `characters` is the length of the column's longest number.
BarPlace placeFor(const Rect& cell, Numbers numbers, int characters) {
    const float middle = cell.y + cell.h / 2;
    const float half = std::clamp(cell.h * 0.29F, 3.5F, 12.0F);
    switch (numbers) {
        case Numbers::beside:
            return {cell.x, cell.w - compareNumberRoom(characters) - 8, middle, half};
        case Numbers::above: return {cell.x, cell.w, cell.bottom() - 10, 4.5F};
        case Numbers::none: break;
    }
    return {cell.x, cell.w, middle, half};
}

/// Width of a column's own tokens before its bars.
float ownNames(const CompareColumn& column, float width) {
    return column.labels.empty() ? 0 : std::floor(std::min(width * 0.36F, 110.0F));
}

BarPlace ownPlace(const CompareColumn& column, const Rect& cell, Numbers numbers) {
    const int more = column.isSigned ? 1 : column.ranges.empty() ? 0 : 2;  // "−", "≤ "
    BarPlace place = placeFor(cell, numbers, column.decimals + 2 + more);
    const float past = roomPastFull(column.form, column.beyond);
    const float before = ownNames(column, cell.w) + (column.form == ValueForm::amounts ? 0 : past);
    place.left += before;
    place.width = std::max(place.width - before - past, 8.0F);
    return place;
}

/// The place of a column's bars. It has the same width in every column, so that equal values have equal bars on one
/// scale.
BarPlace barPlace(const CompareModel& model, const CompareColumn& column, const Rect& cell,
                  Numbers numbers) {
    BarPlace place = ownPlace(column, cell, numbers);
    for (const CompareColumn& other : model.columns)
        if (other.ready) place.width = std::min(place.width, ownPlace(other, cell, numbers).width);
    return place;
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

/// From the middle to the right above 0, to the left below. `share` is relative to half the place, -1..1.
void drawSigned(const Pen& pen, const BarPlace& place, float share) {
    const ImU32 colour = sideColour(pen.theme, share < 0);
    const float zero = place.left + place.width / 2;
    const float end = zero + place.width / 2 * std::clamp(share, -1.0F, 1.0F);
    pen.list->AddRectFilled({std::min(zero, end), place.middle - place.half},
                            {std::max(zero, end), place.middle + place.half}, colour, 1);
}

void drawBar(const Pen& pen, const CompareModel& model, const CompareColumn& column,
             Numbers numbers, int key, const Rect& cell, bool lit) {
    const float value = column.shown[key];
    const BarPlace place = barPlace(model, column, cell, numbers);
    const float middle = place.middle;
    if (const float room = ownNames(column, cell.w); room > 0)
        textLine(pen, fonts().text, type::small, cell.x + room - 8, cell.y + cell.h / 2,
                 pen.theme.ink, elided(fonts().text, type::small, column.labels[key], room - 10),
                 Align::right);
    const float half = place.half;
    const bool oneWay = column.form == ValueForm::amounts;
    const float from = place.left + (oneWay ? 0 : place.width / 2);
    const float full = place.left + place.width - from;
    const ShownProfile::Range range = column.rangeOf(key);
    if (std::isnan(value) && range.isKnown()) {
        const auto end = [&](float at) {
            return from + barLength(column.form, at, column.scale, full);
        };
        rangeBar(pen, end(range.least), end(range.most), middle, half,
                 isBeyond(column.form, range.most, column.scale));
        return drawNumber(pen, numbers, place, cell, lit, describeValue(column, key));
    }
    if (std::isnan(value)) {
        textLine(pen, fonts().text, type::small, place.left, middle, pen.theme.muted, column.gap);
        return;
    }
    const float length = barLength(column.form, value, column.scale, full);
    const bool isLeft = length < 0;
    pen.list->AddRectFilled({from + std::min(length, 0.0F), middle - half},
                            {from + std::max(length, 1.0F), middle + half},
                            oneWay ? pen.theme.quantity : sideColour(pen.theme, isLeft), 2,
                            isLeft ? ImDrawFlags_RoundCornersLeft : ImDrawFlags_RoundCornersRight);
    if (isBeyond(column.form, value, column.scale))
        tearBar(pen, isLeft ? from + length + 18 : from + length, middle, half);
    drawNumber(pen, numbers, place, cell, lit, describeValue(column, key));
}

/// From the middle to the right if the first is larger, to the left if the second is.
void drawDifference(const Pen& pen, const CompareModel& model, Numbers numbers, int key,
                    const Rect& cell, bool lit) {
    const float value = model.difference[key];
    const BarPlace place = placeFor(cell, numbers, model.differenceDecimals + 3);
    if (std::isnan(value)) return;
    drawSigned(pen, place, value / model.differenceScale);
    drawNumber(pen, numbers, place, cell, lit,
               differenceNumber(static_cast<double>(value), model.differenceDecimals));
}

std::string keyText(const CompareModel& model, int key) {
    const std::size_t index = key;
    std::string text = model.labels[index];
    for (const CompareColumn& column : model.columns) {
        if (!column.ready || index >= column.values.size()) continue;
        text += "\n" + column.name + "  " +
                (column.rangeOf(index).isKnown() ? describeSpoken(column, index)
                                                 : exactText(column.values[index]));
        if (column.ranks[index] > 0) text += ", " + formatText("rank {}"_tr, {column.ranks[index]});
        if (!column.labels.empty()) text += ", " + column.labels[index];
    }
    return text;
}

void drawZeroLines(const Pen& pen, const CompareModel& model, const CompareColumns& columns,
                   float top, float bottom) {
    const int count = static_cast<int>(model.columns.size());
    for (int i = 0; i < count; ++i) {
        const CompareColumn& column = model.columns[i];
        const BarPlace place = barPlace(model, column, columns.at(i), columns.numbers);
        const bool isTwoWay = column.form != ValueForm::amounts;
        vline(pen, isTwoWay ? place.left + place.width / 2 : place.left - 1, top, bottom,
              pen.theme.rule);
    }
    if (model.of < 0) return;
    const BarPlace place =
        placeFor(columns.at(count), columns.numbers, model.differenceDecimals + 3);
    vline(pen, place.left + place.width / 2, top, bottom, pen.theme.ghost);
}

/// The text of a column without bars.
void drawWaiting(const Pen& pen, const CompareModel& model, const CompareColumns& columns,
                 float y) {
    for (std::size_t i = 0; i < model.columns.size(); ++i) {
        const CompareColumn& column = model.columns[i];
        if (column.ready) continue;
        const Rect at = columns.at(static_cast<int>(i));
        textBlock(pen, fonts().text, type::small, {at.x + 6, y + 4, at.w - 6, 0}, pen.theme.muted,
                  column.standing.text);
    }
}

void drawRow(const Pen& pen, const CompareModel& model, const CompareColumns& columns, int key,
             float y, float height, bool lit) {
    const std::size_t index = key;
    ImFont* face = compareLabelFace(model, index);
    const float size = height < 22 ? type::small : type::body;
    textLine(pen, face, size, columns.area.x + columns.labelWidth, y + height / 2, pen.theme.ink,
             elided(face, size, model.labels[index], columns.labelWidth), Align::right);
    const int count = static_cast<int>(model.columns.size());
    for (int i = 0; i < count; ++i) {
        const CompareColumn& column = model.columns[i];
        const Rect at = columns.at(i);
        if (column.ready && index < column.shown.size()) {
            drawBar(pen, model, column, columns.numbers, key, {at.x, y, at.w, height}, lit);
        }
    }
    if (model.of >= 0) {
        const Rect at = columns.at(count);
        drawDifference(pen, model, columns.numbers, key, {at.x, y, at.w, height}, lit);
    }
}

/// The token's name, and below it one line per column with the column's name at the left.
void drawStacked(const Pen& pen, const CompareModel& model, const CompareColumns& columns, int key,
                 const Rect& row, bool lit) {
    const std::size_t index = key;
    ImFont* face = compareLabelFace(model, index);
    textLine(pen, face, type::body, row.x, row.y + stackedName / 2 + 1, pen.theme.ink,
             elided(face, type::body, model.labels[index], row.w));
    Rect line{columns.left, row.y + stackedName, columns.width, stackedLine};
    const auto name = [&](const std::string& text) {
        textLine(pen, fonts().text, type::label, columns.left - 8, line.y + line.h / 2,
                 pen.theme.muted, elided(fonts().text, type::label, text, columns.labelWidth),
                 Align::right);
    };
    for (const CompareColumn& column : model.columns) {
        name(column.name);
        if (column.ready && index < column.shown.size())
            drawBar(pen, model, column, columns.numbers, key, line, lit);
        line.y += line.h;
    }
    if (model.of < 0) return;
    name(model.differenceName);
    const BarPlace place = placeFor(line, columns.numbers, model.differenceDecimals + 3);
    vline(pen, place.left + place.width / 2, line.y, line.bottom(), pen.theme.ghost);
    drawDifference(pen, model, columns.numbers, key, line, lit);
}

}  // namespace

float drawCompareBars(const Pen& pen, const CompareModel& model, const CompareColumns& columns,
                      FollowScroll& follow, const Rect& area, bool clickable, Commands& commands) {
    const auto count = static_cast<float>(std::max<std::size_t>(model.rows.size(), 1));
    const bool fixed = columns.stacked || columns.numbers == Numbers::above;
    const float most = fixed ? compareRowHeight(columns) : largest;
    const float least = fixed ? most : smallest;
    const float rowHeight = std::clamp(std::floor(area.h / count), least, most);
    const float content = rowHeight * count;
    const float height = std::min(area.h, content);
    if (!columns.stacked) drawWaiting(pen, model, columns, area.y);
    ImGui::SetCursorScreenPos(area.min());
    ImGui::BeginChild("compare", {area.w, height}, ImGuiChildFlags_None,
                      ImGuiWindowFlags_NoBackground);
    const Pen inner{pen.theme, ImGui::GetWindowDrawList(), pen.notes};
    const float scroll = ImGui::GetScrollY();
    noteFigure(inner, "bars", {columns.left, area.y, area.right() - columns.left, height});
    if (!columns.stacked) drawZeroLines(inner, model, columns, area.y, area.y + height);
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
        if (columns.stacked)
            drawStacked(inner, model, columns, key, row, lit);
        else
            drawRow(inner, model, columns, key, row.y, rowHeight, lit);
        drawNoteMarks(inner, [&](const NoteMark& mark) -> std::optional<ImVec2> {
            if (!inputOf(mark) || mark.keyToken != token) return {};
            return ImVec2{columns.left,
                          columns.stacked ? row.y + stackedName / 2 + 1 : row.y + rowHeight / 2};
        });
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
