// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "figure/cells.h"
#include "figure/svg.h"
#include "page/models/number_phrases.h"
#include "panels/compare/model.h"
#include "panels/compare/questions.h"
#include "panels/compared/figure_columns.h"
#include "panels/figures.h"
#include "panels/rankings/figure.h"
#include "render/colormap.h"

namespace hw::figure {
namespace {

/// Lower triangle of each column against those before it.
float drawCorrelations(Svg& svg, const CompareModel& model, float top) {
    constexpr float line = 20;
    const TextStyle strong{.size = 11, .strong = true};
    const TextStyle small{.size = 10, .colour = muted};
    const TextStyle name{.size = 10};
    const TextStyle number{.size = 10, .mono = true, .anchor = Anchor::middle};
    const LocalizedText title = "Rank correlation"_tr;
    if (model.columns.size() < 2)
        return svg.block(svg.edge(), top, svg.inner(), model.caption, small);
    svg.text(svg.edge(), top + 7, title, strong);
    const float left = svg.edge() + svg.width(title, strong) + 16;
    const auto count = static_cast<float>(model.columns.size());
    const float cell = std::min(62.0F, (svg.right() - left) / std::max(count - 1, 1.0F));
    float y = top + line;
    for (std::size_t i = 1; i < model.columns.size(); ++i, y += line) {
        svg.text(svg.edge(), y + line / 2,
                 svg.cut(model.columns[i].name, left - svg.edge() - 8, name), name);
        const std::size_t before = i - 1;
        const TextStyle head{.size = 10, .anchor = Anchor::middle, .colour = muted};
        svg.text(left + cell * (static_cast<float>(before) + 0.5F), top + 7,
                 svg.cut(model.columns[before].name, cell - 4, head), head);
        for (std::size_t j = 0; j < i; ++j) {
            const auto value = static_cast<float>(model.correlation[i][j]);
            const float x = left + cell * static_cast<float>(j);
            const Scale scale{Ramp::diverging, 1};
            svg.rect(x, y + 1, cell - 2, line - 2,
                     toneOf(svg, scale, std::isnan(value) ? 0 : value * 0.6F));
            svg.text(x + cell / 2 - 1, y + line / 2, correlationNumber(model.correlation[i][j]),
                     number);
        }
    }
    const float words = left + cell * count + 12;
    if (svg.isNarrow() || svg.right() - words < 160)
        return y + 6 - top + svg.block(svg.edge(), y + 6, svg.column(), model.caption, small);
    return std::max(y - top, svg.block(words, top, svg.right() - words, model.caption, small));
}

/// The compare view, drawn below `top`, with its columns as bars or matrices, the chosen difference, and the rank
/// correlations. Returns the height. O(columns * keys), with matrices O(values).
float drawCompareFigure(Svg& svg, const CompareModel& model, Ramp ramp, float top) {
    if (model.columns.empty()) return 0;
    const float body = model.form == CompareForm::bars
                           ? drawComparedBars(svg, model, top)
                           : drawComparedMatrices(svg, model, ramp, top);
    const float table = body + 18 + drawCorrelations(svg, model, top + body + 18);
    if (model.rankings.tokens.empty()) return table;
    return table + 22 + drawRankingsFigure(svg, model.rankings, top + table + 22);
}

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
