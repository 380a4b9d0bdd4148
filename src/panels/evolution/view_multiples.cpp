// SPDX-License-Identifier: MIT
#include "panels/evolution/view_multiples.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "figure/ramp_of.h"
#include "panels/evolution/multiples_grid.h"
#include "panels/matrix/view_layout.h"
#include "view/matrix/cell_grid.h"
#include "view/matrix/color_legend.h"
#include "view/matrix/matrix_queue.h"
#include "view/matrix/texture_keys.h"
#include "view/widgets/note_marks.h"

namespace hw {
namespace {

constexpr float titleHeight = 30;
constexpr float legendHeight = 20;
constexpr float widest = 320;
constexpr float narrowest = 52;

int rowsOf(const MultiplesModel& model) { return static_cast<int>(model.queryLabels.size()); }
int colsOf(const MultiplesModel& model) { return static_cast<int>(model.keyLabels.size()); }
int countOf(const MultiplesModel& model) {
    return static_cast<int>(model.layers.size()) - model.firstLayer;
}
float aspectOf(const MultiplesModel& model) { return matrixAspect(rowsOf(model), colsOf(model)); }

void drawCells(const Pen& pen, const MultiplesModel& model, const Answer& answer,
               MatrixRenderer& renderer, Colormap colormap, const CellGrid& box) {
    MatrixDraw draw = matrixIn(box.area, rampOf(model.form, colormap), pen.theme);
    draw.from = renderer.upload(textureKey(answer, TextureShape::matrix),
                                {answer.values.data(), answer.rows, answer.cols}, draw.ramp);
    draw.rows = static_cast<float>(answer.rows);
    draw.cols = static_cast<float>(answer.cols);
    draw.scale = model.scale;
    queueMatrix(pen.list, renderer, draw);
}

/// A cell's row and column as thin lines, since at n = 512 a single cell would be one pixel.
void markCell(const Pen& pen, const MultiplesModel& model, const CellGrid& box) {
    const Hover& hover = model.hover;
    const ImU32 colour = faded(pen.theme.ink, 0.7F);
    constexpr float smallest = 4;  // in smaller boxes, a frame would hide the cell
    if (hover.query >= 0 && hover.query < box.rows) {
        const Rect row = box.row(hover.query);
        if (row.h < smallest)
            hline(pen, row.x, row.right(), onPixel(row.y + row.h / 2), colour);
        else
            pen.list->AddRect(row.min(), row.max(), colour);
    }
    if (hover.key >= 0 && hover.key < box.cols) {
        const Rect column = box.column(hover.key);
        if (column.w < smallest)
            vline(pen, onPixel(column.x + column.w / 2), column.y, column.bottom(), colour);
        else
            pen.list->AddRect(column.min(), column.max(), colour);
    }
}

/// Marks the chosen outputs' rows at the left edge, so that no cell is covered.
void markOutputs(const Pen& pen, const MultiplesModel& model, const CellGrid& box) {
    for (const int output : model.outputs) {
        if (output >= box.rows) continue;
        const Rect row = box.row(output);
        pen.list->AddRectFilled({row.x - 4, row.y}, {row.x - 1, std::max(row.bottom(), row.y + 2)},
                                pen.theme.selection);
    }
}

void drawBox(const Pen& pen, const MultiplesModel& model, int layer, MatrixRenderer& renderer,
             Colormap colormap, const CellGrid& box) {
    const bool here = layer == model.layer;
    const std::string number = std::to_string(layer + 1);
    textLine(pen, here ? fonts().semibold : fonts().text, type::label, box.area.x, box.area.y - 9,
             here ? pen.theme.ink : pen.theme.muted,
             box.area.w >= 60 ? formatText("Layer {}"_tr, {number}) : number);
    const Answer* answer = model.layers[layer];
    if (answer == nullptr) {
        pen.list->AddRectFilled(box.area.min(), box.area.max(), pen.theme.panel);
    } else {
        drawCells(pen, model, *answer, renderer, colormap, box);
    }
    markOutputs(pen, model, box);
    markCell(pen, model, box);
    const ImU32 frame = here ? pen.theme.selection : pen.theme.rule;
    pen.list->AddRect({box.area.x - 1, box.area.y - 1},
                      {box.area.right() + 1, box.area.bottom() + 1}, frame, 0, 0,
                      here ? 2.0F : 1.0F);
}

void point(const Pen& pen, const MultiplesModel& model, int layer, const CellGrid& box,
           const Hit& hit, Commands& commands) {
    if (hit.clicked) commands.push_back(SetLayer{layer});
    if (!hit.hovered) return;
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const int query = box.rowAt(mouse.y);
    const int key = box.columnAt(mouse.x);
    commands.push_back(SetHover{{model.keyTokens[key], model.queryTokens[query], layer}});
    const Answer* answer = model.layers[layer];
    const auto index = std::size_t{1} * query * box.cols + key;
    const bool there = answer != nullptr && index < answer->values.size();
    const std::string number = exactText(there ? answer->values[index] : NAN);
    numberTip(pen, model.keyLabels[key] + " → " + model.queryLabels[query] + "\n" +
                       formatText("{}, layer {}"_tr, {number, layer + 1}));
}

}  // namespace

float multiplesHeight(const MultiplesModel& model, float width) {
    const MultiplesGrid grid =
        multiplesGrid(countOf(model), width, 1e6F, aspectOf(model), 108, narrowest);
    constexpr float captionLines = 48;
    return titleHeight + legendHeight + captionLines + grid.totalHeight(countOf(model)) + 24;
}

void drawMultiples(const Pen& pen, const MultiplesModel& model, MatrixRenderer& renderer,
                   Colormap colormap, const Rect& area, Commands& commands) {
    const int count = countOf(model);
    if (count <= 0 || rowsOf(model) == 0 || colsOf(model) == 0) return;
    titleLine(pen, area.x, area.y + 10, area.w, model.title);
    const float middle = area.y + titleHeight + 6;
    const ColorLegend colours = drawColorLegend(pen, rampOf(model.form, colormap), model.scale,
                                                area.x, middle, area.w, {.beyond = model.beyond});
    drawScaleSwitch(pen, model.fit, area.x, middle, area.right(), colours, commands);
    const float legend = colours.width + scaleSwitchWidth(model.fit);
    // Next to the legend if it fits, else below.
    float top = titleHeight + legendHeight + 6;
    if (wordWidth(fonts().text, type::small, model.caption) <= area.w - legend - 20) {
        textLine(pen, fonts().text, type::small, area.x + legend + 20, middle, pen.theme.muted,
                 model.caption);
    } else {
        top += 4 + textBlock(pen, fonts().text, type::small, {area.x, area.y + top - 4, area.w, 0},
                             pen.theme.muted, model.caption);
    }
    const Rect body{area.x, area.y + top, area.w, area.h - top};
    if (body.h < 24) return;
    const MultiplesGrid grid =
        multiplesGrid(count, body.w - 12, body.h, aspectOf(model), widest, narrowest);
    ImGui::SetCursorScreenPos({body.x - 6, body.y});
    ImGui::BeginChild("multiples", {body.w + 6, body.h}, ImGuiChildFlags_None,
                      ImGuiWindowFlags_NoBackground);
    const Pen inner{pen.theme, ImGui::GetWindowDrawList(), pen.notes};
    const float first = body.y - ImGui::GetScrollY();
    for (int place = 0; place < count; ++place) {
        const int layer = model.firstLayer + place;
        const CellGrid box{{onPixel(body.x + grid.x(place)), onPixel(first + grid.y(place)),
                            onPixel(grid.width), onPixel(grid.height)},
                           rowsOf(model),
                           colsOf(model)};
        if (box.area.bottom() < body.y || box.area.y - grid.label > body.bottom()) continue;
        drawBox(inner, model, layer, renderer, colormap, box);
        drawNoteMarks(inner, [&](const NoteMark& mark) -> std::optional<ImVec2> {
            if (mark.at == NotePlace::layer && mark.layer == layer) return box.area.min();
            const auto cell = cellOf(mark, layer);
            if (!cell || cell->row >= box.rows || cell->col >= box.cols) return {};
            const Rect at = box.cell(cell->row, cell->col);
            return ImVec2{at.x + at.w / 2, at.y + at.h / 2};
        });
        ImGui::PushID(layer);
        const Rect target{box.area.x, box.area.y, box.area.w, targetHeight(pen.theme, box.area.h)};
        point(pen, model, layer, box, hitArea("layer", target), commands);
        ImGui::PopID();
    }
    ImGui::SetCursorScreenPos({body.x, first + grid.totalHeight(count) - grid.gap});
    ImGui::Dummy({1, 1});
    ImGui::EndChild();
}

}  // namespace hw
