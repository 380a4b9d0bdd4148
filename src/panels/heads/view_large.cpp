// SPDX-License-Identifier: MIT
#include "panels/heads/view_large.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/tokens/token_text.h"
#include "figure/ramp_of.h"
#include "panels/matrix/view_layout.h"
#include "view/matrix/color_legend.h"
#include "view/matrix/matrix_axes.h"
#include "view/matrix/matrix_queue.h"
#include "view/matrix/texture_keys.h"

namespace hw {

std::string headName(const HeadCell& cell) {
    return formatText("Layer {}, head {}"_tr, {cell.layer + 1, cell.head + 1});
}

void drawHeadThumbnail(const Pen& pen, const HeadsModel& model, const HeadCell& cell,
                       Colormap colormap, MatrixRenderer& renderer, const Rect& box) {
    const Answer* answer = model.thumbnails[cell.layer];
    if (answer == nullptr) {
        pen.list->AddRectFilled(box.min(), box.max(), pen.theme.panel);
        return;
    }
    MatrixDraw draw = matrixIn(box, rampOf(model.form, colormap), pen.theme);
    // The heads of a layer are one tall texture, and a thumbnail shows a part of it.
    draw.from = renderer.upload(textureKey(*answer, TextureShape::allHeads),
                                {answer->values.data(), model.rows * model.heads, model.cols});
    draw.firstRow = static_cast<float>(cell.head * model.rows);
    draw.rows = static_cast<float>(model.rows);
    draw.cols = static_cast<float>(model.cols);
    draw.scale = model.scale;
    draw.gamma =
        headGamma;  // most weights are small, and one scale for all heads keeps them comparable
    queueMatrix(pen.list, renderer, draw);
}

std::string headNumber(float value, int decimals, double times) {
    char text[48];
    std::snprintf(text, sizeof text, "%.*f", decimals, static_cast<double>(value) * times);
    return inLanguage(text);
}

std::string headFigures(const HeadCell& cell) {
    if (std::isnan(cell.entropy)) return "no weights to measure"_tr;
    return formatText("entropy {} bits"_tr, {headNumber(cell.entropy, 2)}) + "\n" +
           formatText("mean distance {} tokens"_tr, {headNumber(cell.distance, 1)}) + "\n" +
           formatText("on special tokens {}%"_tr, {headNumber(cell.special, 0, 100)});
}

std::string pictureFigures(const HeadsModel& model, const HeadCell& cell) {
    if (model.region == nullptr || std::isnan(cell.picture)) return "";
    const std::string all = headNumber(cell.picture, 1, 100);
    if (!model.severalPictures) return "\n" + formatText("on the picture {}%"_tr, {all});
    return "\n" + formatText("on the pictures {}%, on this one {}%"_tr,
                             {all, headNumber(cell.region, 1, 100)});
}

void drawPictureOver(const Pen& pen, const HeadsModel& model, RegionUi& picture, const Rect& box) {
    if (model.region == nullptr || !picture.shows(*model.region)) return;
    pen.list->AddImage(picture.picture.reference(), box.min(), box.max(), {0, 0}, {1, 1},
                       IM_COL32(255, 255, 255, 72));
}

namespace {

/// The meaning of rows and columns of a head's matrix.
LocalizedText headAxes(const HeadsModel& model) {
    switch (model.thumbnailsOf) {
        case HeadThumbnails::patches: return "the outputs’ attention on the picture"_tr;
        case HeadThumbnails::rollout:
        case HeadThumbnails::flow: return "rows: output tokens · columns: input tokens"_tr;
        case HeadThumbnails::attention: break;
    }
    return "rows: queries · columns: keys"_tr;
}

}  // namespace

void drawLargeHead(const Pen& pen, const HeadsModel& model, const HeadCell& cell, Colormap colormap,
                   const Hover& hover, HeadsUi& ui, MatrixRenderer& renderer, const Rect& area,
                   Commands& commands) {
    titleLine(pen, area.x, area.y + 10, area.w, headName(cell));
    textLine(pen, fonts().text, type::label, area.x, area.y + 29, pen.theme.muted,
             elided(fonts().text, type::label, headAxes(model), area.w));
    const float most = std::min(84.0F, area.w * 0.28F);
    const float names =
        std::max(labelRoom(model.queries.labels, most), labelRoom(model.keys.labels, most));
    const float left = names + matrixLabelGap;
    const float below = columnLabelHeight(names, false);
    // Only one or two rows over many keys are made high enough to be visible.
    constexpr float lowest = 28;
    const float aspect = std::max(static_cast<float>(model.rows) / static_cast<float>(model.cols),
                                  std::min(1.0F, lowest / std::max(area.w - left, 1.0F)));
    // In a low pane, the statistics are at the right of the matrix and not below it.
    constexpr float lowPlot = 96;
    const float full = (area.w - left) * aspect;
    const float room = area.h - 150 - below;
    const bool beside = room < std::min(full, lowPlot);
    const float height = std::min(full, beside ? area.h - 78 - below : room);
    // If the height is short, cells stay square.
    const Rect plot{area.x + left, area.y + 42, height / aspect, height};
    if (plot.h < 24) return;
    drawHeadThumbnail(pen, model, cell, colormap, renderer, plot);
    drawPictureOver(pen, model, ui.picture, plot);
    const MatrixAxis cols = matrixAxis(plot.x, plot.w, model.cols, 0, 1);
    const MatrixAxis rows = matrixAxis(plot.y, plot.h, model.rows, 0, 1);
    const int query = model.queries.placeOf(hover.query);
    const int key = model.keys.placeOf(hover.key);
    drawRowLabels(pen, model.queries.labels, rows, {query, nullptr}, plot.x - matrixLabelGap,
                  names);
    drawColumnLabels(pen, model.keys.labels, cols, {key, nullptr}, plot.bottom() + 4, names, false);
    if (model.region == nullptr) drawMatrixNotes(pen, cell.layer, rows, cols, plot);
    const float y = plot.bottom() + below + 12;
    drawColorLegend(pen, rampOf(model.form, colormap), model.scale, area.x, y, area.w,
                    {.gamma = headGamma});
    const Rect figures =
        beside ? Rect{plot.right() + 12, plot.y - 2, area.right() - plot.right() - 12, 0}
               : Rect{area.x, y + 14, area.w, 0};
    if (model.hasStatistics && figures.w >= 80) {
        textBlock(pen, fonts().text, type::small, figures, pen.theme.muted,
                  headFigures(cell) + pictureFigures(model, cell));
    }
    const Answer* answer = model.thumbnails[cell.layer];
    if (!hitArea("large", plot).hovered || answer == nullptr) return;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const int row = rows.at(mouse.y);
    const int col = cols.at(mouse.x);
    const auto at = [](const auto& list, int place) -> const auto& { return list[place]; };
    const int patch = row * model.cols + col;
    commands.push_back(model.region != nullptr
                           ? SetHover{{model.region->firstPatchToken + patch, -1, -1}}
                           : SetHover{{at(model.keys.tokens, col), at(model.queries.tokens, row),
                                       cell.layer, cell.head}});
    pen.list->AddRect({cols.place(col), rows.place(row)},
                      {cols.place(col + 1), rows.place(row + 1)}, pen.theme.ink, 0, 0, 1.5F);
    const int place = (cell.head * model.rows + row) * model.cols + col;
    std::string text = isolated(at(model.keys.labels, col)) + " → " +
                       isolated(at(model.queries.labels, row)) + "  " +
                       exactText(at(answer->values, place));
    if (!model.everyToken) text.append("\n").append("the largest value from here on"_tr);
    tooltip(pen, text);
}

void drawHeadAlone(const Pen& pen, const HeadsModel& model, int head, const MatrixModel& alone,
                   const MatrixModel* result, MatrixUi& ui, MatrixRenderer& renderer,
                   const Rect& area, Commands& commands) {
    const HeadCell& cell = model.cells[model.layer * model.heads + head];
    const float figures = model.hasStatistics ? 66 : 0;
    const bool both = result != nullptr && result->from != nullptr && area.h - figures > 420;
    const float room = (area.h - figures) / (both ? 2.0F : 1.0F) - (both ? 12 : 0);
    const float height = std::min(room, area.w + 120);
    const auto draw = [&](MatrixModel shown, const std::string& title, float y) {
        shown.title = title;
        const Commands more =
            drawMatrixView(shown, ui, renderer, {area.x, y}, {area.w, height}, pen);
        commands.insert(commands.end(), more.begin(), more.end());
    };
    draw(alone, headName(cell), area.y);
    float y = area.y + height + 4;
    if (model.hasStatistics) {
        y += textBlock(pen, fonts().text, type::small, {area.x, y, area.w, 0}, pen.theme.muted,
                       headFigures(cell)) +
             14;
    }
    const bool isOwn = model.ownHead == std::vector<int>{model.layer, head};
    if (!both) return;
    draw(
        *result,
        formatText(isOwn ? "{}, head {} over the layers below"_tr : "{}, head {} in every layer"_tr,
                   {result->title, head + 1}),
        y);
}

}  // namespace hw
