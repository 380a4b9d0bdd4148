// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "figure/axis.h"
#include "figure/cells.h"
#include "figure/note_marks.h"
#include "figure/svg.h"
#include "page/answers/questions.h"
#include "page/models/number_phrases.h"
#include "page/models/value_scale.h"
#include "panels/bars/model.h"
#include "panels/figures.h"

namespace hw::figure {
namespace {

constexpr float narrowestColumn = 120;
constexpr float columnGap = 14;
/// The second column has this share of a figure's width, and is missing up to this width.
constexpr float widestWithout = 300;
constexpr float secondShare = 0.28F;
constexpr TextStyle numberStyle{.size = 10, .mono = true, .anchor = Anchor::end, .colour = muted};

/// One column of a figure's rows.
struct BarColumn {
    Box box;
    float left = 0;    ///< where bars begin
    float before = 0;  ///< the part of it where full bars to the left end
    float length = 0;  ///< of the longest bar
    float second = 0;  ///< where the second column begins, 0 if there is none, or it does not fit
    float step = 0;    ///< from row to row
    std::span<const TokenRow> lines;
};

/// Rows side by side, in as many columns as the page's height requires and its width allows.
std::vector<BarColumn> columnsOf(const Svg& svg, const BarsModel& bars, float top) {
    const std::span<const TokenRow> lines = bars.lines();
    const float step = rowStep(svg, lines.size());
    const float height = step * static_cast<float>(lines.size());
    const int wanted = svg.isPrint() ? static_cast<int>(std::ceil(height / Svg::tallestHeight)) : 1;
    const int most = static_cast<int>((svg.inner() + columnGap) / (narrowestColumn + columnGap));
    const int count = std::clamp(wanted, 1, std::max(most, 1));
    const float width =
        (svg.inner() - columnGap * static_cast<float>(count - 1)) / static_cast<float>(count);
    const std::size_t each = (lines.size() + count - 1) / count;
    std::vector<std::string> names;
    float numbers = 0;
    for (const TokenRow& row : lines) {
        names.push_back(row.name);
        numbers = std::max(numbers, numberWidth(svg, describeValue(bars, row), numberStyle));
    }
    const float past = roomPastFull(bars.form, bars.beyond);
    const float before = bars.form == ValueForm::amounts ? 0 : past;
    const float room = std::min(roomAtLeft(svg, names), count > 1 ? 0.36F * width : width) + before;
    const bool hasSecond = !bars.second.title.empty() && count == 1 && svg.inner() > widestWithout;
    const float second = hasSecond ? width * secondShare : 0;
    const float after = std::max(numbers + 8, svg.isPrint() ? 0.0F : 56.0F) + past + second;
    std::vector<BarColumn> columns;
    for (int i = 0; i < count; ++i) {
        const std::size_t first = std::min(each * i, lines.size());
        const float x = svg.edge() + (width + columnGap) * static_cast<float>(i);
        const auto own = lines.subspan(first, std::min(each, lines.size() - first));
        columns.push_back({{x, top, width, step * static_cast<float>(own.size())},
                           x + room,
                           before,
                           std::max(width - room - after, 8.0F),
                           hasSecond ? x + width - second + columnGap : 0,
                           step,
                           own});
    }
    return columns;
}

void drawColumn(Svg& svg, const BarsModel& bars, const BarColumn& column) {
    for (std::size_t i = 0; i < column.lines.size(); ++i) {
        const TokenRow& row = column.lines[i];
        const float middle = column.box.y + column.step * (static_cast<float>(i) + 0.5F);
        const TextStyle name{.size = 10, .strong = row.isOutput, .anchor = Anchor::end};
        const float right = column.left - column.before - 6;
        svg.text(right, middle, svg.cut(row.name, right - column.box.x, name), name);
        const float valueRight = column.second > 0 ? column.second - columnGap : column.box.right();
        svg.text(valueRight, middle, describeValue(bars, row), numberStyle);
        if (column.second > 0 && !std::isnan(row.second)) {
            const std::string number = signedNumber(row.second, bars.second.decimals);
            svg.text(column.box.right(), middle, number, numberStyle);
            const float room =
                column.box.right() - column.second - numberWidth(svg, number, numberStyle) - 8;
            const auto [from, to] =
                std::minmax({bars.second.share(0), bars.second.share(row.second)});
            svg.rect(column.second + from * room, middle - column.step * 0.16F, (to - from) * room,
                     column.step * 0.32F, muted);
        }
        if (std::isnan(row.value)) continue;
        drawValueBar(
            svg, {column.left, middle - column.step * 0.32F, column.length, column.step * 0.64F},
            {bars.form, row.value, bars.scale});
    }
    drawNoteMarks(svg, [&](const NoteMark& mark) -> std::optional<NotePoint> {
        const auto row = std::ranges::find(column.lines, mark.keyToken, &TokenRow::token);
        if (!inputOf(mark) || row == column.lines.end()) return {};
        return NotePoint{
            column.left,
            column.box.y + column.step * (static_cast<float>(row - column.lines.begin()) + 0.5F)};
    });
}

/// One bar per token with its number, drawn below `top`, on the page's scale. Returns the height. O(tokens).
float drawBarsFigure(Svg& svg, const BarsModel& bars, float top) {
    const std::vector<BarColumn> columns = columnsOf(svg, bars, top);
    const bool oneWay = bars.form == ValueForm::amounts;
    float y = top;
    for (const BarColumn& column : columns) {
        const Box room{column.left, top, column.length, column.box.h};
        const float from = column.left + (oneWay ? 0 : column.length / 2);
        const float axis = drawAxis(svg, room, bars.form, bars.scale);
        svg.line(from, top, from, room.bottom(), rule);
        drawColumn(svg, bars, column);
        y = std::max(y, room.bottom() + axis);
    }
    if (const float second = columns.front().second; second > 0)
        svg.text(second, y - 6, bars.second.title, {.size = 10, .colour = muted});
    const float left = columns.front().left;
    const float step = columns.front().step;
    if (bars.rest.count > 0) {
        const TextStyle words{.size = 10, .colour = muted};
        const std::string number = describeRestValue(bars);
        const float room = svg.right() - left - numberWidth(svg, number, numberStyle) - 8;
        svg.text(left, y + step / 2, svg.cut(describeRest(bars), room, words), words);
        svg.text(svg.right(), y + step / 2, number, numberStyle);
        y += step;
    }
    y += 6;
    const std::string full = shownNumber(bars.scale, bars.decimals);
    const LocalizedText span = oneWay ? "{}, the scale ends at {}."_tr
                               : bars.form == ValueForm::signs
                                   ? "{1}, bars range from −{2} to {2}."_tr
                                   : "{1}, bars range from 1/{2} to {2} on a log scale."_tr;
    const std::string words = formatText(span, {bars.unit, full}) + " " + bars.scaleNote;
    y += 4 + svg.block(left, y, svg.right() - left, words, {.size = 10, .colour = muted});
    return y - top;
}

constexpr FigureSpec rows[] = {{.name = "bars",
                                .subject = FigureSubject::layer,
                                .queries =
                                    [](const AppState& state, ResultStore& results) {
                                        std::vector<Query> queries = profileAlone(state, results);
                                        if (const auto gradients = gradientQuery(state))
                                            queries.push_back(*gradients);
                                        return queries;
                                    },
                                .draw =
                                    [](Sheet& on) {
                                        on.heading(on.page.bars.title);
                                        on.y += drawBarsFigure(on.svg, on.page.bars, on.y);
                                    }}};

}  // namespace

constinit const FigureList barsFigures = rows;

}  // namespace hw::figure
