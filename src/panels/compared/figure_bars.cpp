// SPDX-License-Identifier: MIT
#include "panels/compared/figure_columns.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "figure/axis.h"
#include "figure/cells.h"
#include "figure/note_marks.h"
#include "page/models/number_phrases.h"
#include "page/models/value_scale.h"

namespace hw::figure {
namespace {

constexpr TextStyle comparedNumber{
    .size = 9.5F, .mono = true, .anchor = Anchor::end, .colour = muted};

/// Width of a number at the right of its bar, with a sign if there are any, a digit, a point and the decimals.
float numberRoom(const Svg& svg, int decimals, bool isSigned = true) {
    const std::string widest(static_cast<std::size_t>(decimals) + (isSigned ? 3 : 2), '0');
    return figure::numberWidth(svg, widest, comparedNumber) + 6;
}

float numberRoom(const Svg& svg, const CompareColumn& column) {
    return numberRoom(svg, column.decimals, column.form == ValueForm::signs);
}

/// From the middle to the right above 0, to the left below. `share` is relative to the half, -1..1.
void drawSigned(Svg& svg, float x, float middle, float half, float share, float thick) {
    const float length = half * std::clamp(share, -1.0F, 1.0F);
    const Scale scale{Ramp::diverging, 1};
    svg.rect(x + half + std::min(length, 0.0F), middle - thick / 2,
             std::max(std::abs(length), 0.5F), thick,
             toneOf(svg, scale, share < 0 ? -0.72F : 0.72F));
}

/// Width of a column's own tokens before its bars.
float ownNames(const CompareColumn& column, float width) {
    return column.labels.empty() ? 0 : std::floor(width * 0.34F);
}

/// Width before its bars, with the space past a full one.
float beforeBars(const CompareColumn& column, float width) {
    const bool oneWay = column.form == ValueForm::amounts;
    return ownNames(column, width) + (oneWay ? 0 : roomPastFull(column.form, column.beyond));
}

float ownRoom(const Svg& svg, const CompareColumn& column, float width) {
    const float past = roomPastFull(column.form, column.beyond);
    return std::max(width - numberRoom(svg, column) - beforeBars(column, width) - past, 8.0F);
}

/// The place of a column's bars. It has the same width in every column, so that equal values have equal bars on one
/// scale.
Box barRoom(const Svg& svg, const CompareModel& model, const CompareColumn& column, float x,
            float top, float width, float height) {
    float room = ownRoom(svg, column, width);
    for (const CompareColumn& other : model.columns)
        if (other.ready) room = std::min(room, ownRoom(svg, other, width));
    return {x + beforeBars(column, width), top, room, height};
}

/// A bar of the column at a key, with its number at the right end of the column.
void drawBar(Svg& svg, const CompareModel& model, const CompareColumn& column, std::size_t key,
             float x, float middle, float width, float thick) {
    if (!column.ready || key >= column.values.size()) return;
    if (const float room = ownNames(column, width); room > 0) {
        const TextStyle name{.size = 9.5F, .anchor = Anchor::end};
        svg.text(x + room - 5, middle, svg.cut(column.labels[key], room - 5, name), name);
    }
    const float value = column.values[key];
    if (std::isnan(value)) return;
    drawValueBar(svg, barRoom(svg, model, column, x, middle - thick / 2, width, thick),
                 {column.form, value, column.scale});
    svg.text(x + width, middle, signedNumber(value, column.decimals), comparedNumber);
}

/// From the middle to the right if the first is larger, to the left if the second is.
void drawDifference(Svg& svg, const CompareModel& model, std::size_t key, float x, float middle,
                    float width, float thick) {
    const float value = model.difference[key];
    if (std::isnan(value)) return;
    drawSigned(svg, x, middle, (width - numberRoom(svg, model.differenceDecimals)) / 2,
               value / model.differenceScale, thick);
    svg.text(x + width, middle,
             differenceNumber(static_cast<double>(value), model.differenceDecimals),
             comparedNumber);
}

/// The maximum of rows in each band, so that all bands fit on a page.
std::size_t mostRows(const Svg& svg, std::size_t bands) {
    if (!svg.isPrint()) return 60;
    return std::clamp<std::size_t>(36 / bands, 10, 30);
}

/// For a long input, the keys with the largest bars in any column, and the outputs, in display order.
std::vector<int> shownRows(const Svg& svg, const CompareModel& model, std::size_t bands) {
    const std::size_t most = mostRows(svg, bands);
    if (model.rows.size() <= most) return model.rows;
    const auto size = [&](int row) {
        const std::size_t key = row;
        if (model.isOutput[key]) return std::numeric_limits<float>::infinity();
        float largest = 0;
        const auto add = [&](float bar) {
            if (std::abs(bar) > largest) largest = std::abs(bar);  // false for NaN
        };
        for (const CompareColumn& column : model.columns) {
            if (column.ready && key < column.values.size())
                add(placeOnScale(column.form, column.values[key], column.scale));
        }
        if (model.of >= 0 && key < model.difference.size())
            add(model.difference[key] / model.differenceScale);
        return largest;
    };
    std::vector<std::pair<float, std::size_t>> order;
    for (std::size_t i = 0; i < model.rows.size(); ++i) order.emplace_back(-size(model.rows[i]), i);
    std::ranges::sort(order);
    order.resize(most);
    std::ranges::sort(order, {}, &std::pair<float, std::size_t>::second);
    std::vector<int> rows;
    for (const auto& [bar, place] : order) rows.push_back(model.rows[place]);
    return rows;
}

/// The columns of one band over their axes.
float drawBand(Svg& svg, const CompareModel& model, const std::vector<int>& shown,
               const ComparedBand& columns, float top) {
    drawColumnHeads(svg, model, columns, top);
    const float begin = top + columnHead;
    const float step = rowStep(svg, shown.size());
    const float end = begin + step * static_cast<float>(shown.size());
    const std::size_t last = model.columns.size();
    float axis = 0;
    for (std::size_t i = 0; i < last; ++i) {
        const CompareColumn& column = model.columns[i];
        if (!columns.has(i) || !column.ready) continue;
        const Box room =
            barRoom(svg, model, column, columns.at(i), begin, columns.width, end - begin);
        axis = std::max(axis, drawAxis(svg, room, column.form, column.scale));
    }
    const float half = (columns.width - numberRoom(svg, model.differenceDecimals)) / 2;
    const bool hasDifference = model.of >= 0 && columns.has(last);
    if (hasDifference) {
        const Box room{columns.at(last), begin, 2 * half, end - begin};
        axis = std::max(axis, drawAxis(svg, room, ValueForm::signs, model.differenceScale));
    }
    float middle = begin + step / 2;
    for (const int row : shown) {
        const std::size_t key = row;
        const TextStyle name{.size = 10, .strong = model.isOutput[key], .anchor = Anchor::end};
        svg.text(columns.left - 6, middle,
                 svg.cut(model.labels[key], columns.left - svg.edge() - 6, name), name);
        for (std::size_t i = 0; i < last; ++i) {
            if (columns.has(i))
                drawBar(svg, model, model.columns[i], key, columns.at(i), middle, columns.width,
                        step * 0.6F);
        }
        if (hasDifference)
            drawDifference(svg, model, key, columns.at(last), middle, columns.width, step * 0.6F);
        middle += step;
    }
    drawNoteMarks(svg, [&](const NoteMark& mark) -> std::optional<NotePoint> {
        const auto row =
            std::ranges::find(shown, mark.keyToken, [&](int key) { return model.tokens[key]; });
        if (!inputOf(mark) || row == shown.end()) return {};
        return NotePoint{columns.left,
                         begin + step * (static_cast<float>(row - shown.begin()) + 0.5F)};
    });
    for (std::size_t i = 0; i < last; ++i) {
        if (!columns.has(i)) continue;
        const CompareColumn& column = model.columns[i];
        if (column.ready) {
            const Box room = barRoom(svg, model, column, columns.at(i), begin, columns.width, 0);
            const float zero = room.x + (column.form == ValueForm::amounts ? 0 : room.w / 2);
            svg.line(zero, begin, zero, end, rule);
            continue;
        }
        svg.line(columns.at(i), begin, columns.at(i), end, rule);
        svg.block(columns.at(i) + 6, begin, columns.width - 6, column.standing.why(),
                  {.size = 10, .colour = muted});
    }
    if (hasDifference) svg.line(columns.at(last) + half, begin, columns.at(last) + half, end, rule);
    return end + axis - top;
}

}  // namespace

std::vector<ComparedBand> bandsOf(const Svg& svg, const CompareModel& model, float left,
                                  float narrowest) {
    const std::size_t all = model.columns.size() + (model.of >= 0 ? 1 : 0);
    const float room = svg.right() - left;
    const float gap = svg.isPrint() && svg.isNarrow() ? 12 : 20;
    const auto fitting = static_cast<std::size_t>(std::max((room + gap) / (narrowest + gap), 1.0F));
    // Bands have nearly equal sizes, such as two and two, not three and one.
    const std::size_t bands = (all + fitting - 1) / fitting;
    const std::size_t each = (all + bands - 1) / bands;
    const float width = (room - gap * static_cast<float>(each - 1)) / static_cast<float>(each);
    std::vector<ComparedBand> list;
    for (std::size_t first = 0; first < all; first += each)
        list.push_back({left, width, gap, first, std::min(each, all - first)});
    return list;
}

namespace {

void drawHead(Svg& svg, float x, float top, float width, const std::string& name,
              const std::string& detail) {
    const TextStyle strong{.size = 12, .strong = true};
    const TextStyle small{.size = 10, .colour = muted};
    svg.text(x, top + 7, svg.cut(name, width, strong), strong);
    svg.text(x, top + 22, svg.cut(detail, width, small), small);
}

}  // namespace

void drawColumnHeads(Svg& svg, const CompareModel& model, const ComparedBand& columns, float top) {
    for (std::size_t i = 0; i < model.columns.size(); ++i) {
        if (!columns.has(i)) continue;
        const CompareColumn& column = model.columns[i];
        drawHead(svg, columns.at(i), top, columns.width, column.name, column.detail);
    }
    if (model.of < 0 || !columns.has(model.columns.size())) return;
    drawHead(svg, columns.at(model.columns.size()), top, columns.width, model.differenceName,
             model.differenceNote);
}

float drawComparedBars(Svg& svg, const CompareModel& model, float top) {
    float narrowest = 0;
    for (const CompareColumn& column : model.columns)
        narrowest =
            std::max(narrowest, numberRoom(svg, column) + (column.labels.empty() ? 0.0F : 50.0F));
    const float left = svg.edge() + roomAtLeft(svg, model.labels) + 6;
    const std::vector<ComparedBand> bands =
        bandsOf(svg, model, left, narrowest + (svg.isPrint() ? 26.0F : 24.0F));
    const std::vector<int> shown = shownRows(svg, model, bands.size());
    float y = top;
    for (const ComparedBand& band : bands) y += drawBand(svg, model, shown, band, y) + 12;
    y -= 12;
    if (shown.size() == model.rows.size()) return y - top;
    const std::string words =
        formatText("The {} of {} tokens with the longest bars in any column."_tr,
                   {shown.size(), model.rows.size()});
    return y + 4 +
           svg.block(svg.edge(), y + 4, svg.column(), words, {.size = 10, .colour = muted}) - top;
}

}  // namespace hw::figure
