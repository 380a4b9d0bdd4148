// SPDX-License-Identifier: MIT
#include "panels/bars/figure.h"

#include <algorithm>
#include <cmath>

#include "figure/cells.h"
#include "figure/note_marks.h"
#include "figure/paper.h"
#include "page/models/number_words.h"
#include "panels/figures.h"

namespace hw::figure {

float drawBarsFigure(Svg& svg, const BarsModel& bars, float top) {
    float y = top;
    const TextStyle number{.size = 10, .mono = true, .anchor = Anchor::end, .colour = muted};
    const std::span<const TokenRow> lines = bars.lines();
    const float step = lines.size() > 60 ? 12.0F : 18.0F;
    std::vector<std::string> names;
    for (const TokenRow& row : lines) names.push_back(row.name);
    const float left = edge + roomAtLeft(svg, names);
    const float length = pageWidth - edge - 56 - left;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const TokenRow& row = lines[i];
        const float middle = y + step * (static_cast<float>(i) + 0.5F);
        const TextStyle name{.size = 10, .strong = row.isOutput, .anchor = Anchor::end};
        svg.text(left - 6, middle, svg.cut(row.name, left - edge - 6, name), name);
        svg.text(pageWidth - edge, middle,
                 std::isnan(row.value) ? bars.gap : signedNumber(row.value, bars.decimals), number);
        if (std::isnan(row.value)) continue;
        drawValueBar(svg, {left, middle - step * 0.32F, length, step * 0.64F},
                     {bars.form, row.value, bars.scale});
    }
    drawNoteMarks(svg, [&](const NoteMark& mark) -> std::optional<NotePoint> {
        const auto row = std::ranges::find(lines, mark.keyToken, &TokenRow::token);
        if (!inputOf(mark) || row == lines.end()) return {};
        return NotePoint{left, y + step * (static_cast<float>(row - lines.begin()) + 0.5F)};
    });
    const float height = step * static_cast<float>(lines.size());
    const bool oneWay = bars.form == ValueForm::amounts;
    const float from = left + (oneWay ? 0 : length / 2);
    svg.line(from, y, from, y + height, rule);
    y += height;
    if (bars.rest.count > 0) {
        const TextStyle words{.size = 10, .colour = muted};
        svg.text(left, y + step / 2, restWords(bars), words);
        svg.text(pageWidth - edge, y + step / 2, signedNumber(bars.rest.value, bars.decimals),
                 number);
        y += step;
    }
    y += 6;
    const std::string full = shownNumber(bars.scale, bars.decimals);
    const Words span = oneWay ? "{}, a full bar is {}."_tr
                       : bars.form == ValueForm::signs
                           ? "{1}, bars go from 0 to −{2} and {2}."_tr
                           : "{1}, bars go from 1 to {2} and one part in {2}, by logarithms."_tr;
    const std::string words = say(span, {bars.unit, full}) + " " + bars.scaleNote;
    y += 4 + svg.block(left, y, pageWidth - edge - left, words, {.size = 10, .colour = muted});
    return y - top;
}

namespace {

constexpr FigureSpec rows[] = {{.name = "bars",
                                .subject = FigureSubject::layer,
                                .queries = profileAlone,
                                .draw = [](Sheet& on) {
                                    on.heading(on.page.bars.title);
                                    on.y += drawBarsFigure(on.svg, on.page.bars, on.y);
                                }}};

}  // namespace

constinit const FigureList barsFigures = rows;

}  // namespace hw::figure
