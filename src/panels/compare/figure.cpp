// SPDX-License-Identifier: MIT
#include "panels/compare/figure.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "figure/cells.h"
#include "figure/note_marks.h"
#include "figure/paper.h"
#include "figure/ramp_of.h"
#include "page/models/number_words.h"
#include "panels/compare/questions.h"
#include "panels/figures.h"
#include "panels/rankings/figure.h"

namespace hw::figure {
namespace {

constexpr float gap = 20;
constexpr float headHeight = 34;

constexpr TextStyle numberStyle{.size = 9.5F, .mono = true, .anchor = Anchor::end, .colour = muted};

/// A digit of the even-spaced face takes 0.6 of its size.
float numberWidth(int decimals) {
    return 40 + static_cast<float>(decimals - fewestDecimals) * 0.6F * numberStyle.size;
}

/// Where the columns stand, the difference last.
struct Columns {
    float left = edge;
    float width = 0;
    float at(std::size_t index) const { return left + (width + gap) * static_cast<float>(index); }
};

Columns columnsOf(const CompareModel& model, float left) {
    const auto count = static_cast<float>(model.columns.size() + (model.of >= 0 ? 1 : 0));
    return {left, (pageWidth - edge - left - gap * (count - 1)) / count};
}

void drawHead(Svg& svg, float x, float top, float width, const std::string& name,
              const std::string& detail) {
    const TextStyle strong{.size = 12, .strong = true};
    const TextStyle small{.size = 10, .colour = muted};
    svg.text(x, top + 7, svg.cut(name, width, strong), strong);
    svg.text(x, top + 22, svg.cut(detail, width, small), small);
}

void drawHeads(Svg& svg, const CompareModel& model, const Columns& columns, float top) {
    for (std::size_t i = 0; i < model.columns.size(); ++i) {
        const CompareColumn& column = model.columns[i];
        drawHead(svg, columns.at(i), top, columns.width, column.name, column.detail);
    }
    if (model.of < 0) return;
    drawHead(svg, columns.at(model.columns.size()), top, columns.width, model.differenceName,
             model.differenceNote);
}

std::string whyNot(const CompareColumn& column) { return column.standing.why(); }

// --- bars -----------------------------------------------------------------------------------------

/// From the middle: to the right above 0, to the left below; `share` of the half, -1..1.
void drawSigned(Svg& svg, float x, float middle, float half, float share, float thick) {
    const float length = half * std::clamp(share, -1.0F, 1.0F);
    const Scale scale{Ramp::diverging, 1};
    svg.rect(x + half + std::min(length, 0.0F), middle - thick / 2,
             std::max(std::abs(length), 0.5F), thick,
             hexColour(cellColour(scale, share < 0 ? -0.72F : 0.72F, svg.paper())));
}

/// A bar of the column at a key, its number at the right end of the column.
void drawBar(Svg& svg, const CompareColumn& column, std::size_t key, float x, float middle,
             float width, float thick) {
    if (!column.ready || key >= column.values.size()) return;
    float left = x;
    if (!column.labels.empty()) {
        // Its own token stands before the bar.
        const float room = std::floor(width * 0.34F);
        const TextStyle name{.size = 9.5F, .anchor = Anchor::end};
        svg.text(left + room - 5, middle, svg.cut(column.labels[key], room - 5, name), name);
        left += room;
    }
    const float value = column.values[key];
    if (std::isnan(value)) return;
    const float length = std::max(x + width - numberWidth(column.decimals) - left, 8.0F);
    drawValueBar(svg, {left, middle - thick / 2, length, thick},
                 {column.form, value, column.scale});
    svg.text(x + width, middle, signedNumber(value, column.decimals), numberStyle);
}

/// From the middle: to the right where the first is larger, to the left where the second is.
void drawDifference(Svg& svg, const CompareModel& model, std::size_t key, float x, float middle,
                    float width, float thick) {
    const float value = model.difference[key];
    if (std::isnan(value)) return;
    drawSigned(svg, x, middle, (width - numberWidth(model.differenceDecimals)) / 2,
               value / model.differenceScale, thick);
    svg.text(x + width, middle,
             differenceNumber(static_cast<double>(value), model.differenceDecimals), numberStyle);
}

float drawBars(Svg& svg, const CompareModel& model, float top) {
    const Columns columns = columnsOf(model, edge + roomAtLeft(svg, model.labels) + 6);
    drawHeads(svg, model, columns, top);
    const float begin = top + headHeight;
    const float step = model.rows.size() > 60 ? 12.0F : 18.0F;
    float middle = begin + step / 2;
    for (const int row : model.rows) {
        const std::size_t key = row;
        const TextStyle name{.size = 10, .strong = model.isOutput[key], .anchor = Anchor::end};
        svg.text(columns.left - 6, middle,
                 svg.cut(model.labels[key], columns.left - edge - 6, name), name);
        for (std::size_t i = 0; i < model.columns.size(); ++i) {
            drawBar(svg, model.columns[i], key, columns.at(i), middle, columns.width, step * 0.6F);
        }
        if (model.of >= 0) {
            drawDifference(svg, model, key, columns.at(model.columns.size()), middle, columns.width,
                           step * 0.6F);
        }
        middle += step;
    }
    const float end = middle - step / 2;
    drawNoteMarks(svg, [&](const NoteMark& mark) -> std::optional<NotePoint> {
        const auto row = std::ranges::find(model.rows, mark.keyToken,
                                           [&](int key) { return model.tokens[key]; });
        if (!inputOf(mark) || row == model.rows.end()) return {};
        return NotePoint{columns.left,
                         begin + step * (static_cast<float>(row - model.rows.begin()) + 0.5F)};
    });
    for (std::size_t i = 0; i < model.columns.size(); ++i) {
        const CompareColumn& column = model.columns[i];
        svg.line(columns.at(i), begin, columns.at(i), end, rule);
        if (column.ready) continue;
        svg.block(columns.at(i) + 6, begin, columns.width - 6, whyNot(column),
                  {.size = 10, .colour = muted});
    }
    if (model.of >= 0) {
        const float zero = columns.at(model.columns.size()) +
                           (columns.width - numberWidth(model.differenceDecimals)) / 2;
        svg.line(zero, begin, zero, end, rule);
    }
    return end - top;
}

// --- matrices -------------------------------------------------------------------------------------

struct Shown {
    const Answer* answer = nullptr;
    const Axis* queries = nullptr;
    const Axis* keys = nullptr;
    std::vector<int> outputs;
    Scale scale;
};

/// A matrix in a column; returns where it ends.
float drawMatrix(Svg& svg, const Shown& shown, float x, float top, float width) {
    const Answer& answer = *shown.answer;
    const float left = roomAtLeft(svg, shown.queries->labels);
    const float room = width - left;
    const float aspect = matrixAspect(answer.rows, answer.cols);
    const Box box = snapped({x + left, top, room, room / aspect}, answer.rows, answer.cols);
    drawCells(svg, {answer.values.data(), answer.rows, answer.cols}, box, shown.scale,
              answer.values.size() > mostVectorCells / 4);
    drawNamesAtLeft(svg, box, shown.queries->labels, shown.queries->placesOf(shown.outputs));
    const float below = drawNamesBelow(svg, box, shown.keys->labels);
    const float beside = isDiverging(shown.scale.ramp) ? 110.0F : 70.0F;
    drawLegend(svg, x, box.bottom() + below + 14, shown.scale, "",
               std::min(width - beside, 120.0F));
    return box.bottom() + below + 24;
}

bool hasValues(const Answer* answer) { return answer != nullptr && !answer->values.empty(); }

float drawMatrices(Svg& svg, const CompareModel& model, Ramp ramp, float top) {
    const Columns columns = columnsOf(model, edge);
    drawHeads(svg, model, columns, top);
    const float begin = top + headHeight;
    float end = begin;
    for (std::size_t i = 0; i < model.columns.size(); ++i) {
        const CompareColumn& column = model.columns[i];
        if (!hasValues(column.matrix.to)) {
            svg.block(columns.at(i), begin, columns.width, whyNot(column),
                      {.size = 10, .colour = muted});
            continue;
        }
        const bool own = column.elsewhere;
        const Shown shown{column.matrix.to,
                          own ? &column.queryAxis : &model.queryAxis,
                          &column.keysOf(model.keyAxis),
                          own ? column.outputs : model.outputs,
                          {.ramp = rampOf(column.form, ramp),
                           .end = column.matrix.scale > 0 ? column.matrix.scale : 1,
                           .beyond = column.matrix.beyond}};
        end = std::max(end, drawMatrix(svg, shown, columns.at(i), begin, columns.width));
    }
    if (model.of >= 0 && hasValues(&model.differenceMatrix)) {
        const float largest = model.differenceMatrix.largest;
        const float scale = scaleEnd(model.differenceMatrix, model.wholeScale);
        const Shown shown{
            &model.differenceMatrix,
            &model.queryAxis,
            &model.columns[model.of].keysOf(model.keyAxis),
            model.outputs,
            {.ramp = Ramp::diverging, .end = scale > 0 ? scale : 1, .beyond = largest > scale}};
        end = std::max(
            end, drawMatrix(svg, shown, columns.at(model.columns.size()), begin, columns.width));
    }
    return end - top;
}

// --- rank correlations ----------------------------------------------------------------------------

/// Lower triangle: each column against those before it.
float drawCorrelations(Svg& svg, const CompareModel& model, float top) {
    constexpr float cell = 62;
    constexpr float line = 20;
    const TextStyle strong{.size = 11, .strong = true};
    const TextStyle small{.size = 10, .colour = muted};
    const TextStyle name{.size = 10};
    const TextStyle number{.size = 10, .mono = true, .anchor = Anchor::middle};
    const Words title = "Rank correlation"_tr;
    const float left = edge + svg.width(title, strong) + 16;
    if (model.columns.size() < 2)
        return svg.block(edge, top, pageWidth - 2 * edge, model.caption, small);
    svg.text(edge, top + 7, title, strong);
    float y = top + line;
    for (std::size_t i = 1; i < model.columns.size(); ++i, y += line) {
        svg.text(edge, y + line / 2, svg.cut(model.columns[i].name, left - edge - 8, name), name);
        const std::size_t before = i - 1;
        const TextStyle head{.size = 10, .anchor = Anchor::middle, .colour = muted};
        svg.text(left + cell * (static_cast<float>(before) + 0.5F), top + 7,
                 svg.cut(model.columns[before].name, cell - 4, head), head);
        for (std::size_t j = 0; j < i; ++j) {
            const auto value = static_cast<float>(model.correlation[i][j]);
            const float x = left + cell * static_cast<float>(j);
            const Scale scale{Ramp::diverging, 1};
            svg.rect(
                x, y + 1, cell - 2, line - 2,
                hexColour(cellColour(scale, std::isnan(value) ? 0 : value * 0.6F, svg.paper())));
            svg.text(x + cell / 2 - 1, y + line / 2, correlationNumber(model.correlation[i][j]),
                     number);
        }
    }
    const float words = left + cell * static_cast<float>(model.columns.size()) + 12;
    const float told = svg.block(words, top, pageWidth - edge - words, model.caption, small);
    return std::max(y - top, told);
}

}  // namespace

float drawCompareFigure(Svg& svg, const CompareModel& model, Ramp ramp, float top) {
    if (model.columns.empty()) return 0;
    const float body = model.form == CompareForm::bars ? drawBars(svg, model, top)
                                                       : drawMatrices(svg, model, ramp, top);
    const float table = body + 18 + drawCorrelations(svg, model, top + body + 18);
    if (model.rankings.tokens.empty()) return table;
    return table + 22 + drawRankingsFigure(svg, model.rankings, top + table + 22);
}

namespace {

constexpr FigureSpec rows[] = {
    {.name = "compare",
     .subject = FigureSubject::columns,
     .queries = [](const AppState& state, ResultStore&) { return comparedQueries(state); },
     .draw =
         [](Sheet& on) {
             const CompareModel model = compareModel(on.state, on.results);
             on.heading(model.title);
             on.y += drawCompareFigure(on.svg, model, on.ramp, on.y);
         },
     .numbers = [](JsonWriter& json, const AppState& state,
                   ResultStore& results) { writeCompare(json, compareModel(state, results), 1); }}};

}  // namespace

constinit const FigureList compareFigures = rows;

}  // namespace hw::figure
