// SPDX-License-Identifier: MIT
#include "panels/evolution/view.h"

#include <algorithm>
#include <cmath>

#include "core/tokens/token_text.h"
#include "figure/ramp_of.h"
#include "panels/evolution/view_multiples.h"
#include "panels/views.h"
#include "view/matrix/cell_grid.h"
#include "view/matrix/color_legend.h"
#include "view/matrix/matrix_queue.h"
#include "view/widgets/matrix_window.h"
#include "view/widgets/note_marks.h"

namespace hw {
namespace {

constexpr float above = 28;      ///< for the title
constexpr float below = 30;      ///< for two lines of names
constexpr float layerRoom = 22;  ///< at the left, for the layers' numbers

/// Rows grow with the figure's width, so that its cells keep their shape in a large window.
float tallestRow(float width) { return std::max(34.0F, width / 28); }

/// The last layer is at the top.
struct Plot : CellGrid {
    float top(int layer) const { return row(rows - 1 - layer).y; }
    int layerAt(float y) const { return rows - 1 - rowAt(y); }
};

void drawCells(const Pen& pen, const EvolutionModel& model, MatrixRenderer& renderer,
               const Plot& plot, Colormap colormap) {
    MatrixDraw draw = matrixIn(plot.area, rampOf(model.form, colormap), pen.theme);
    const MatrixView cells = model.drawn();
    draw.from = renderer.upload(model.key, cells, draw.ramp);
    draw.cols = static_cast<float>(cells.cols);
    draw.rows = static_cast<float>(cells.rows);
    draw.scale = model.scale;
    // Both halves of a cell touch, so lines separate only layers.
    draw.grid = !model.hasRanges();
    queueMatrix(pen.list, renderer, draw);
    if (draw.grid || plot.cellHeight() < 6) return;
    for (int row = 1; row < plot.rows; ++row) {
        const float y = onPixel(plot.row(row).y);
        pen.list->AddRectFilled({plot.area.x, y - 1}, {plot.area.right(), y + 1}, pen.theme.ground);
    }
}

/// While ranges are shown, explains how they look, and shows the progress. Returns the height.
float drawUnderWay(const Pen& pen, const EvolutionModel& model, Ramp ramp, const Rect& area,
                   Commands& commands) {
    if (model.progress.empty()) return 0;
    constexpr float line = 18;  // the height of small text in textBlock
    constexpr float sign = 14;
    const float stop = stopLine(pen, area.right(), area.y + line / 2, type::small, model.progress,
                                model.stopped, commands);
    const std::string words = describeExact(model);
    if (words.empty()) return line + 6;
    // The stop line has its own line if both do not fit side by side.
    const bool isBelow = area.w - stop < 360;
    const float top = area.y + (isBelow ? line + 6 : 0);
    const Rect cell{area.x + layerRoom, top + 2, sign, sign};
    const auto half = [&](float y, float share) {
        pen.list->AddRectFilled({cell.x, y}, {cell.right(), y + cell.h / 2},
                                rampColour(ramp, share, pen.theme.dark, pen.theme.groundArgb));
    };
    half(cell.y, 0.75F);
    half(cell.y + cell.h / 2, 0.3F);
    const float left = cell.right() + 8;
    const float room = area.right() - left - (isBelow ? 0 : stop + 20);
    const float height =
        textBlock(pen, fonts().text, type::small, {left, top, room, 0}, pen.theme.muted, words);
    return top - area.y + std::max(height, line) + 6;
}

std::string keyLabel(const EvolutionModel& model, const Plot& plot, int key) {
    return elided(fonts().text, type::label, model.keyLabels[key],
                  std::max(plot.cellWidth() * 1.6F, 56.0F));
}

/// Below its column's middle, except for names at either end, which would be cut off there.
float nameCentre(const Plot& plot, int key, float width) {
    const float centre = plot.column(key).x + plot.cellWidth() / 2;
    const float last = plot.area.right() - width / 2;
    return std::max(std::min(centre, last), plot.area.x - layerRoom + width / 2);
}

/// Calls `visit(key, line)` for every name in `step`, each on the first of two lines where it fits. False as soon as
/// one does not fit.
template <class Visit>
bool placeNames(const EvolutionModel& model, const Plot& plot, int step, Visit visit) {
    float freeFrom[2] = {plot.area.x - layerRoom - 1, plot.area.x - layerRoom - 1};
    for (int key = 0; key < plot.cols; key += step) {
        const float width = wordWidth(fonts().text, type::label, keyLabel(model, plot, key));
        const float centre = nameCentre(plot, key, width);
        const int line = centre - width / 2 >= freeFrom[0] ? 0 : 1;
        if (centre - width / 2 < freeFrom[line]) return false;
        visit(key, line);
        freeFrom[line] = centre + width / 2 + 6;
    }
    return true;
}

void drawKeyLabel(const Pen& pen, const EvolutionModel& model, const Plot& plot, int key, int line,
                  ImU32 colour) {
    const std::string name = keyLabel(model, plot, key);
    textLine(pen, fonts().text, type::label,
             nameCentre(plot, key, wordWidth(fonts().text, type::label, name)),
             plot.area.bottom() + 10 + 13 * static_cast<float>(line), colour, name, Align::centre);
}

/// Names of all keys or, if they do not fit, of every second, fifth, tenth ..., with ticks. The one under the pointer
/// always has its name.
void drawKeyLabels(const Pen& pen, const EvolutionModel& model, const Plot& plot, int lit) {
    int step = 1;
    while (step < plot.cols && !placeNames(model, plot, step, [](int, int) {})) {
        step = labelStep(1, static_cast<double>(step) + 0.5);
    }
    placeNames(model, plot, step, [&](int key, int line) {
        if (step > 1) {
            const float x = plot.column(key).x + plot.cellWidth() / 2;
            vline(pen, x, plot.area.bottom() + 1, plot.area.bottom() + 4, pen.theme.ghost);
        }
        drawKeyLabel(pen, model, plot, key, line, pen.theme.muted);
    });
    if (lit < 0 || lit % step == 0) return;
    const float width = wordWidth(fonts().text, type::label, keyLabel(model, plot, lit)) + 8;
    const float centre = nameCentre(plot, lit, width - 8);
    pen.list->AddRectFilled({centre - width / 2, plot.area.bottom() + 3},
                            {centre + width / 2, plot.area.bottom() + 17}, pen.theme.ground);
    drawKeyLabel(pen, model, plot, lit, 0, pen.theme.ink);
}

/// At the end of the title's line, or below the names if it does not fit. Returns its height there.
float drawLegend(const Pen& pen, const EvolutionModel& model, Ramp ramp, const Rect& area,
                 Commands& commands) {
    constexpr float aboutSign = 44;
    const float room = std::min(area.w - layerRoom, 300.0F);
    const LegendStyle style{.unit = model.unit, .beyond = model.beyond};
    const float width = colorLegendWidth(ramp, model.scale, room, style);
    const float title = wordWidth(fonts().semibold, type::title, model.title) + aboutSign;
    const float whole = width + scaleSwitchWidth(model.fit);
    const bool beside = title + whole <= area.w;
    const float x = beside ? area.right() - whole : area.x + layerRoom;
    const float middle = beside ? area.y + 10 : area.bottom() - 6;
    const ColorLegend legend = drawColorLegend(pen, ramp, model.scale, x, middle, room, style);
    drawScaleSwitch(pen, model.fit, x, middle, area.right(), legend, commands);
    return beside ? 0 : 16;
}

}  // namespace

float evolutionHeight(const EvolutionModel& model, float width) {
    return above + tallestRow(width) * static_cast<float>(std::max(model.rows, 1)) + below;
}

namespace {

/// Layers at their numbers, tokens above their columns, cells in them.
void drawMarks(const Pen& pen, const EvolutionModel& model, const Plot& plot) {
    drawNoteMarks(pen, [&](const NoteMark& mark) -> std::optional<ImVec2> {
        const auto at = evolutionPlace(model, mark, pen.notes->output);
        if (!at) return {};
        const float x =
            at->col < 0 ? plot.area.x + 9 : plot.column(at->col).x + plot.cellWidth() / 2;
        const float y = at->row < 0 ? plot.area.y - 1 : plot.top(at->row) + plot.cellHeight() / 2;
        return ImVec2{x, y};
    });
}

}  // namespace

void drawEvolution(const Pen& pen, const EvolutionModel& model, MatrixRenderer* renderer,
                   const Rect& area, Colormap colormap, const Hover& hover, Commands& commands) {
    titleLine(pen, area.x, area.y + 10, area.w - aboutRoom, model.title);
    if (model.values.empty()) {
        textBlock(pen, fonts().text, type::body, {area.x, area.y + 40, area.w, 0}, pen.theme.muted,
                  model.standing.text);
        return;
    }
    if (renderer == nullptr) return;
    const Ramp ramp = rampOf(model.form, colormap);
    const float foot = below + drawLegend(pen, model, ramp, area, commands);
    const float head =
        above + drawUnderWay(pen, model, ramp, {area.x, area.y + above, area.w, 0}, commands);
    Plot plot{{{area.x + layerRoom, area.y + head, area.w - layerRoom, area.h - head - foot},
               model.rows,
               model.cols}};
    plot.area.h = std::min(plot.area.h, tallestRow(area.w) * static_cast<float>(plot.rows));
    if (plot.area.h < 8 || plot.area.w < 8) return;
    drawCells(pen, model, *renderer, plot, colormap);
    const int every = std::max(1, static_cast<int>(std::ceil(14.0F / plot.cellHeight())));
    for (int layer = 0; layer < plot.rows; ++layer) {
        const bool here = layer == model.layer;
        const bool crowded = every > 1 && std::abs(layer - model.layer) < every;
        if (!here && (layer % every != 0 || crowded)) continue;
        textLine(pen, here ? fonts().semibold : fonts().text, type::label, plot.area.x - 7,
                 plot.top(layer) + plot.cellHeight() / 2, here ? pen.theme.ink : pen.theme.muted,
                 std::to_string(layer + 1), Align::right);
    }
    const auto lit = std::find(model.keyTokens.begin(), model.keyTokens.end(), hover.key);
    const bool isLit = lit != model.keyTokens.end();
    const auto litColumn = static_cast<int>(lit - model.keyTokens.begin());
    drawKeyLabels(pen, model, plot, isLit ? litColumn : -1);
    const float y = plot.top(model.layer);
    pen.list->AddRect({plot.area.x - 1, y - 1}, {plot.area.right() + 1, y + plot.cellHeight() + 1},
                      pen.theme.selection, 0, 0, 1.5F);
    if (isLit) {
        const Rect column = plot.column(litColumn);
        pen.list->AddRect(column.min(), column.max(), pen.theme.ink, 0, 0, 1);
    }
    drawMarks(pen, model, plot);
    const Hit hit = hitArea("evolution", plot.area);
    if (!hit.hovered && !hit.clicked) return;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const int key = plot.columnAt(mouse.x);
    const int layer = plot.layerAt(mouse.y);
    commands.push_back(SetHover{{model.keyTokens[key], -1, layer}});
    if (hit.clicked) commands.push_back(SetLayer{layer});
    numberTip(pen, isolated(model.keyLabels[key]) + "  " + describeCell(model, layer, key) + "\n" +
                       formatText("after layer {}"_tr, {layer + 1}));
}

void drawEvolutionAlone(const PanelDrawing& on, const Rect& area) {
    drawEvolution(on.pen, on.page.evolution, on.ui.renderer, area, on.page.controls.colormap,
                  on.page.hover, on.commands);
    on.sign(Panel::evolution, area, on.page.evolution.title);
}

namespace {

constexpr float waitingHeight = 40;

bool isEmpty(const MultiplesModel& model) {
    return std::ranges::all_of(model.layers, [](const Answer* one) { return one == nullptr; });
}

/// A text instead of the matrices, with the reason for waiting.
void drawWaiting(const Pen& pen, const MultiplesModel& model, const Rect& area) {
    titleLine(pen, area.x, area.y + 10, area.w, model.title);
    textLine(pen, fonts().text, type::small, area.x, area.y + 32, pen.theme.muted,
             elided(fonts().text, type::small, model.caption, area.w));
}

/// The paper's figure, and below it a matrix for every layer, if they fit.
void drawPanel(const PanelDrawing& on, const Rect& area) {
    constexpr float between = 24;
    constexpr float leastMultiples = 130;
    const MultiplesModel& multiples = on.page.of<MultiplesModel>();
    const float natural = evolutionHeight(on.page.evolution, area.w);
    // While matrices wait for a long flow, its ranges get their space, since they need two lines per layer.
    const bool isFirst = on.page.evolution.hasRanges() && isEmpty(multiples);
    const float share = isFirst ? area.h - between - waitingHeight : area.h * 0.42F;
    const float upper = std::min(natural, std::max(share, 150.0F));
    const float rest = area.h - upper - between;
    if (isFirst && rest >= waitingHeight) {
        drawEvolutionAlone(on, {area.x, area.y, area.w, upper});
        return drawWaiting(on.pen, multiples, {area.x, area.bottom() - waitingHeight, area.w, 0});
    }
    if (on.ui.renderer == nullptr || rest < leastMultiples) return drawEvolutionAlone(on, area);
    drawEvolutionAlone(on, {area.x, area.y, area.w, upper});
    drawMultiples(on.pen, multiples, *on.ui.renderer, on.page.controls.colormap,
                  {area.x, area.y + upper + between, area.w, rest}, on.commands);
}

float multiplesBelow(const PageModel& page, float width) {
    return 24 + multiplesHeight(page.of<MultiplesModel>(), width);
}

}  // namespace

constinit const PanelView evolutionView{
    .draw = drawPanel,
    .leastHeight = [](const PageModel&, float) { return 130.0F; },
    .wideHeight =
        [](const PageModel& page, float width) {
            return evolutionHeight(page.evolution, width) + multiplesBelow(page, width);
        },
    .narrowHeight = [](const PageModel& page,
                       float width) { return 260 + multiplesBelow(page, width); },
};

}  // namespace hw
