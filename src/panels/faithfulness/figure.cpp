// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/report/ranked_colours.h"
#include "figure/cells.h"
#include "figure/svg.h"
#include "page/answers/questions.h"
#include "page/models/number_phrases.h"
#include "panels/faithfulness/model.h"
#include "panels/figures.h"
#include "panels/rankings/figure.h"

namespace hw::figure {
namespace {

constexpr float leastName = 56;
constexpr float headHeight = 20;
constexpr float plotHeight = 110;
constexpr float lineName = 12;
/// A table of more layers than this is above its plot, not to the left of it.
constexpr int mostBeside = 8;

struct Range {
    float low = 0;
    float high = 0.5F;
};

/// In steps of a quarter, always including 0.
Range rangeOf(const FaithfulnessTable& table) {
    Range range;
    for (const auto& row : table.methods) {
        for (const FaithfulnessCell& cell : row) {
            if (std::isnan(cell.mean)) continue;
            range.low = std::min(range.low, static_cast<float>(cell.mean));
            range.high = std::max(range.high, static_cast<float>(cell.mean));
        }
    }
    return {std::floor(range.low * 4) / 4, std::ceil(range.high * 4) / 4};
}

/// For white paper. On dark paper all colours are converted.
std::string_view colourOf(const FaithfulnessTable& table, std::size_t method) {
    return rankedColours[table.rows[method]].light;
}

/// The longest name of a row, in points of text of this size.
float nameWidthOf(const Svg& svg, const FaithfulnessTable& table, float size) {
    float widest = 0;
    for (std::size_t row = 0; row < table.rows.size(); ++row)
        widest = std::max(widest, svg.width(table.row(row).name, {.size = size}));
    return widest;
}

/// One line per method over the layers.
void drawPlot(Svg& svg, const FaithfulnessModel& model, const FaithfulnessTable& table,
              const Box& box) {
    const Range range = rangeOf(table);
    const auto y = [&](double value) {
        return box.bottom() -
               box.h * (static_cast<float>(value) - range.low) / (range.high - range.low);
    };
    const auto x = [&](std::size_t layer) {
        return box.x + box.w * static_cast<float>(layer) /
                           static_cast<float>(std::max(model.layers - 1, 1));
    };
    for (float value = range.low; value < range.high + 0.01F; value += 0.25F) {
        svg.line(box.x, y(value), box.right(), y(value), rule, std::abs(value) < 0.01F ? 1 : 0.5F);
        svg.text(box.x - 6, y(value), std::abs(value) < 0.01F ? "0" : shortCorrelation(value),
                 {.size = 9.5F, .mono = true, .anchor = Anchor::end, .colour = muted});
    }
    float lowest = -1e6F;
    for (std::size_t method = 0; method < table.methods.size(); ++method) {
        const auto& row = table.methods[method];
        // In greys, line styles distinguish the methods.
        const bool isGrey = svg.palette() == Palette::grey;
        if (isGrey)
            svg.raw("<g stroke-dasharray=\"" + std::string(rankedColours[table.rows[method]].dash) +
                    "\">");
        for (std::size_t layer = 0; layer + 1 < row.size(); ++layer) {
            if (std::isnan(row[layer].mean) || std::isnan(row[layer + 1].mean)) continue;
            svg.line(x(layer), y(row[layer].mean), x(layer + 1), y(row[layer + 1].mean),
                     colourOf(table, method), 1.5F);
        }
        if (isGrey) svg.raw("</g>\n");
    }
    // Names at the lines' ends, from the top down, pushed apart if they would touch.
    std::vector<std::pair<float, std::size_t>> ends;
    for (std::size_t method = 0; method < table.methods.size(); ++method) {
        const double last =
            table.methods[method].empty() ? std::nan("") : table.methods[method].back().mean;
        if (!std::isnan(last)) ends.emplace_back(y(last), method);
    }
    std::ranges::stable_sort(ends);
    for (const auto& [at, method] : ends) {
        lowest = std::max(at, lowest + 12);
        svg.text(box.right() + 6, lowest, table.row(method).name,
                 {.size = 10, .colour = colourOf(table, method)});
    }
}

/// Numbers by layer, marked ones bold, with the interval or p below each. Returns the height.
float drawNumbers(Svg& svg, const FaithfulnessModel& model, const FaithfulnessTable& table,
                  float top, float width) {
    const float nameWidth = std::max(leastName, nameWidthOf(svg, table, 10.5F) + 8);
    const float cell = std::min((width - nameWidth) / static_cast<float>(model.layers), 52.0F);
    const int every = std::max(1, static_cast<int>(std::ceil(27 / cell)));
    const float line = svg.isPrint() ? 23 : 32;
    const float right = svg.edge() + nameWidth + cell * static_cast<float>(model.layers);
    const auto middle = [&](int layer) {
        return svg.edge() + nameWidth + cell * (static_cast<float>(layer) + 0.5F);
    };
    for (int layer = 0; layer < model.layers; layer += every) {
        svg.text(middle(layer), top + 8, std::to_string(layer + 1),
                 {.size = 10, .anchor = Anchor::middle, .colour = muted});
    }
    svg.line(svg.edge(), top + headHeight - 2, right, top + headHeight - 2, rule);
    for (std::size_t method = 0; method < table.methods.size(); ++method) {
        const float y = top + headHeight + line * static_cast<float>(method) + 10;
        svg.text(svg.edge(), y, table.row(method).name, {.size = 10.5F});
        for (int layer = 0; layer < model.layers; layer += every) {
            const FaithfulnessCell& one = table.methods[method][layer];
            svg.text(middle(layer), y, shortCorrelation(one.mean),
                     {.size = 10.5F,
                      .strong = one.best,
                      .mono = true,
                      .anchor = Anchor::middle,
                      .colour = one.best ? ink : muted});
            const std::string under = underCell(model, one);
            if (under.empty()) continue;
            svg.text(middle(layer), y + (svg.isPrint() ? 10.5F : 12.0F), under,
                     {.size = 8.5F, .mono = true, .anchor = Anchor::middle, .colour = muted});
        }
    }
    return headHeight + line * static_cast<float>(table.methods.size());
}

/// The table of faithfulness, drawn below `top`, for each score of the file, with methods by layers as numbers and as
/// lines. Returns the height. O(scores * layers).
float drawFaithfulnessFigure(Svg& svg, const FaithfulnessModel& model, float top) {
    if (!model.ready) {
        const std::string why = model.standing.why();
        return svg.block(svg.edge(), top, svg.inner(), why, {.size = 10.5F, .colour = muted});
    }
    float y = top;
    const bool beside = model.layers <= mostBeside && !svg.isNarrow();
    // A column of a page has curves only for a single table.
    const bool hasCurves = !svg.isPrint() || !svg.isNarrow() || model.tables.size() == 1;
    for (const FaithfulnessTable& table : model.tables) {
        svg.text(svg.edge(), y + 7, formatText("against {}"_tr, {table.name}),
                 {.size = 12, .strong = true});
        y += 22;
        const float nameWidth = std::max(leastName, nameWidthOf(svg, table, 10.5F) + 8);
        const float plotRoom = std::max(svg.isPrint() ? 90.0F : plotHeight,
                                        lineName * static_cast<float>(table.rows.size()));
        const float width =
            beside ? nameWidth + 44.0F * static_cast<float>(model.layers) : svg.inner();
        const float numbers = drawNumbers(svg, model, table, y, width);
        if (!hasCurves) {
            y += numbers + 18;
            continue;
        }
        const float left = svg.edge() + (beside ? width + 44 : 34);
        const float ends = nameWidthOf(svg, table, 10) + 12;
        const float below = beside ? y : y + numbers + 14;
        drawPlot(svg, model, table, {left, below + 4, svg.right() - ends - left, plotRoom});
        y = std::max(y + numbers, below + plotRoom + 8) + 18;
    }
    y += svg.block(svg.edge(), y, svg.column(), model.caption, {.size = 10.5F, .colour = muted});
    for (const Rankings& rankings : model.rankings) {
        // Rankings that do not fit on the page are left to their own figure.
        if (svg.isPrint() && y + 22 + rankingsHeight(svg, rankings) > Svg::tallestHeight) break;
        y += 22;
        y += drawRankingsFigure(svg, rankings, y);
    }
    return y - top;
}

/// The table, and the ranking of the present cell.
std::vector<Query> asked(const AppState& state, ResultStore&) {
    return {correlationQuery(state), profileQuery(state, state.view.method)};
}

constexpr FigureSpec rows[] = {
    {.name = "faithfulness",
     .subject = FigureSubject::scores,
     .queries = asked,
     .draw =
         [](Sheet& on) {
             const FaithfulnessModel model = faithfulnessModel(on.state, on.results);
             on.heading(model.title);
             on.y += drawFaithfulnessFigure(on.svg, model, on.y);
         },
     .numbers =
         [](JsonWriter& json, const AppState& state, ResultStore& results) {
             writeFaithfulness(json, faithfulnessModel(state, results));
         }}};

}  // namespace

constinit const FigureList faithfulnessFigures = rows;

}  // namespace hw::figure
