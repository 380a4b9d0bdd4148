// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <string_view>

#include "figure/cells.h"
#include "figure/note_marks.h"
#include "figure/ramp_of.h"
#include "figure/svg.h"
#include "page/answers/questions.h"
#include "page/rules/units.h"
#include "panels/evolution/model.h"
#include "panels/evolution/multiples_grid.h"
#include "panels/evolution/multiples_model.h"
#include "panels/figures.h"
#include "render/colormap.h"

namespace hw::figure {
namespace {

/// Abnar & Zuidema's figure, drawn below `top`: layers by tokens. Returns the height. O(values).
float drawEvolutionFigure(Svg& svg, const EvolutionModel& model, Ramp ramp, float top) {
    if (model.values.empty()) return 0;
    const auto layers = static_cast<float>(model.rows);
    const auto keys = static_cast<float>(model.cols);
    const float left = svg.edge() + 34;
    const float width = std::min(svg.right() - left - (svg.isPrint() ? 4.0F : 0.0F), 44 * keys);
    const float height = layers * (svg.isPrint() ? std::clamp(240 / layers, 8.0F, 20.0F)
                                                 : std::clamp(320 / layers, 8.0F, 26.0F));
    const Box box = snapped({left, top, width, height}, model.rows, model.cols);
    const Scale scale{.ramp = rampOf(model.form, ramp), .end = model.scale, .beyond = model.beyond};
    drawCells(svg, model.matrix(), box, scale, model.values.size() > mostVectorCells);
    std::vector<std::string> numbers;
    for (int layer = model.rows; layer >= 1; --layer) numbers.push_back(std::to_string(layer));
    drawNamesAtLeft(svg, box, numbers, {});
    drawNoteMarks(svg, [&](const NoteMark& mark) -> std::optional<NotePoint> {
        const auto place = evolutionPlace(model, mark, svg.notes()->output);
        if (!place) return {};
        const float row = static_cast<float>(model.rows - 1 - place->row) + 0.5F;
        const float col = static_cast<float>(place->col) + 0.5F;
        return NotePoint{box.x + (place->col < 0 ? 8 : col * box.w / keys),
                         box.y + (place->row < 0 ? 0 : row * box.h / layers)};
    });
    svg.text(svg.edge() + (svg.isPrint() ? 6.0F : 4.0F), top + box.h / 2, "layer"_tr,
             {.size = 10, .anchor = Anchor::middle, .colour = muted, .turn = -90});
    float y = box.bottom() + drawNamesBelow(svg, box, model.keyLabels) + 12;
    y += drawLegend(svg, svg.isNarrow() ? svg.edge() : left, y, scale, model.unit);
    return y + 12 - top;
}

Box boxOf(const MultiplesGrid& grid, int place, float left, float top, int rows, int cols) {
    return snapped({left + grid.x(place), top + grid.y(place), grid.width, grid.height}, rows,
                   cols);
}

void drawLayer(Svg& svg, const MultiplesModel& model, int layer, const Box& box, const Scale& scale,
               bool asPicture) {
    const Answer* answer = model.layers[layer];
    if (answer == nullptr) {
        svg.frame(box.x, box.y, box.w, box.h, rule);
        return;
    }
    drawCells(svg, {answer->values.data(), answer->rows, answer->cols}, box, scale, asPicture);
}

/// Names of the keys, below boxes that have none under them.
float namesOfLastRow(Svg& svg, const MultiplesModel& model, const MultiplesGrid& grid, float left,
                     float top, int count) {
    float height = 0;
    const int last = grid.rows(count) - 1;
    for (int place = last * grid.columns; place < count; ++place) {
        const Box box = boxOf(grid, place, left, top, static_cast<int>(model.queryLabels.size()),
                              static_cast<int>(model.keyLabels.size()));
        height = std::max(height, drawNamesBelow(svg, box, model.keyLabels));
    }
    return height;
}

/// One matrix per layer, drawn below `top`, all on one scale of `unit`. Returns the height. O(values).
float drawMultiplesFigure(Svg& svg, const MultiplesModel& model, Ramp ramp, std::string_view unit,
                          float top) {
    const int count = static_cast<int>(model.layers.size()) - model.firstLayer;
    const int rows = static_cast<int>(model.queryLabels.size());
    const int cols = static_cast<int>(model.keyLabels.size());
    if (count <= 0 || rows == 0 || cols == 0) return 0;
    // Names appear only at the first column, and only if cells are as high as a line.
    const bool named = rows <= 18 && cols <= 18;
    const float left = svg.edge() + (named ? roomAtLeft(svg, model.queryLabels) : 0);
    const float most = count > 12 ? 110.0F : 168.0F;
    // A narrow sheet has at least two side by side.
    const float widest = svg.isNarrow() ? std::min(most, (svg.right() - left - 12) / 2) : most;
    const float tallest = svg.isPrint() ? Svg::goodHeight : 1e6F;
    const float narrowest = svg.isPrint() ? 40.0F : 72.0F;
    const MultiplesGrid grid = multiplesGrid(count, svg.right() - left, tallest,
                                             matrixAspect(rows, cols), widest, narrowest);
    const auto queries = static_cast<float>(rows);
    const auto keys = static_cast<float>(cols);
    const Scale scale{.ramp = rampOf(model.form, ramp), .end = model.scale, .beyond = model.beyond};
    const std::size_t cells = std::size_t{1} * rows * cols * count;
    float bottom = top;
    for (int place = 0; place < count; ++place) {
        const int layer = model.firstLayer + place;
        const Box box = boxOf(grid, place, left, top, rows, cols);
        svg.text(box.x, box.y - 8, formatText("Layer {}"_tr, {layer + 1}),
                 {.size = 10, .strong = layer == model.layer, .colour = ink});
        drawLayer(svg, model, layer, box, scale, cells > mostVectorCells);
        if (named && place % grid.columns == 0)
            drawNamesAtLeft(svg, box, model.queryLabels, model.outputs);
        bottom = std::max(bottom, box.bottom());
        drawNoteMarks(svg, [&](const NoteMark& mark) -> std::optional<NotePoint> {
            if (mark.at == NotePlace::layer && mark.layer == layer) return NotePoint{box.x, box.y};
            const auto cell = cellOf(mark, layer);
            if (!cell) return {};
            return NotePoint{box.x + box.w * (static_cast<float>(cell->col) + 0.5F) / keys,
                             box.y + box.h * (static_cast<float>(cell->row) + 0.5F) / queries};
        });
    }
    if (named) bottom += namesOfLastRow(svg, model, grid, left, top, count);
    float y = bottom + 16;
    y += drawLegend(svg, svg.edge(), y, scale, unit);
    return y + 12 - top;
}

constexpr FigureSpec rows[] = {
    {.name = "evolution",
     .subject = FigureSubject::eachLayer,
     .queries = profileAlone,
     .draw =
         [](Sheet& on) {
             on.heading(on.page.evolution.title);
             on.y += drawEvolutionFigure(on.svg, on.page.evolution, on.ramp, on.y);
         }},
    {.name = "multiples",
     .subject = FigureSubject::eachLayer,
     .queries = [](const AppState& state, ResultStore&) { return multiplesQueries(state); },
     .draw =
         [](Sheet& on) {
             const MultiplesModel model = multiplesModel(
                 on.state, on.results, Axis(queryUnits(on.state)), Axis(keyUnits(on.state)));
             on.heading(model.title);
             on.y += drawMultiplesFigure(on.svg, model, on.ramp, on.page.bars.unit, on.y);
         }}};

}  // namespace

constinit const FigureList evolutionFigures = rows;

}  // namespace hw::figure
