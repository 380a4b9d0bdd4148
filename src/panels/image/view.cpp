// SPDX-License-Identifier: MIT
#include "panels/image/view.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "figure/ramp_of.h"
#include "panels/image/model.h"
#include "panels/image/view_colours.h"
#include "panels/views.h"
#include "view/matrix/cell_grid.h"
#include "view/widgets/note_marks.h"

namespace hw {
namespace {

constexpr float titleHeight = 34;
constexpr float sideWidth = 216;
constexpr float settingsHeight = 276;  ///< where they stand below the picture

/// Patches are numbered row by row.
struct Grid : CellGrid {
    Rect patch(int index) const { return cell(index / cols, index % cols); }
    int at(ImVec2 point) const { return rowAt(point.y) * cols + columnAt(point.x); }
};

/// Each patch by itself: the GPU would blend between the pixels of a texture.
void drawGridCells(const Pen& pen, const ImageModel& model, const Grid& grid, Ramp ramp) {
    for (std::size_t patch = 0; patch < model.shown.size(); ++patch) {
        if (std::isnan(model.shown[patch])) continue;
        const Rect cell = grid.patch(static_cast<int>(patch));
        pen.list->AddRectFilled(cell.min(), cell.max(),
                                faded(rampColour(ramp, shareOf(model, patch), true, 0),
                                      static_cast<float>(model.opacity)));
    }
}

std::string patchText(const ImageModel& model, int patch) {
    const std::size_t index = patch;
    const float value = model.values[index];
    return model.labels[index] + "\n" + (std::isnan(value) ? "" : patchPlace(model, patch) + "\n") +
           exactText(value);
}

/// Outputs and the patch under the pointer, and what a click means.
void drawMarks(const Pen& pen, const ImageModel& model, const char* id, const Rect& box,
               Commands& commands) {
    const Grid grid{{box, model.rows, model.cols}};
    for (std::size_t patch = 0; patch < model.isOutput.size(); ++patch) {
        if (model.isOutput[patch]) outlinePatch(pen, grid.patch(static_cast<int>(patch)), 2);
    }
    if (model.hoverPatch >= 0) outlinePatch(pen, grid.patch(model.hoverPatch), 1.5F);
    drawNoteMarks(pen, [&](const NoteMark& mark) -> std::optional<ImVec2> {
        if (const auto patch = patchOf(model, mark)) return grid.patch(*patch).min();
        return {};
    });
    const Hit hit = hitArea(id, box);
    if (!hit.hovered) return;
    const int patch = grid.at(ImGui::GetIO().MousePos);
    commands.push_back(SetHover{{model.firstPatch + patch, -1, -1}});
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (model.ready) tooltip(pen, patchText(model, patch));
    if (hit.clicked) {
        const ImGuiIO& io = ImGui::GetIO();
        commands.push_back(SetOutput{model.firstPatch + patch, io.KeyShift || io.KeyCtrl});
    }
}

void drawOriginal(const Pen& pen, const ImageModel& model, ImageUi& ui, const Rect& box,
                  Commands& commands) {
    const bool there = ui.picture.exists() && ui.shownUrl == model.image->dataUrl;
    if (there)
        pen.list->AddImage(ui.picture.reference(), box.min(), box.max());
    else
        pen.list->AddRectFilled(box.min(), box.max(), pen.theme.panel);
    drawMarks(pen, model, "original", box, commands);
}

void drawOverlay(const Pen& pen, const ImageModel& model, ImageUi& ui, Ramp ramp,
                 const char* waiting, const Rect& box, Commands& commands) {
    noteFigure(pen, "picture", box);
    const Grid grid{{box, model.rows, model.cols}};
    if (ui.dimmed.exists() && ui.shownUrl == model.image->dataUrl) {
        pen.list->AddImage(ui.dimmed.reference(), box.min(), box.max());
    } else {
        pen.list->AddRectFilled(box.min(), box.max(), pen.theme.panel);
        textLine(pen, fonts().text, type::small, box.x + 12, box.y + 20, pen.theme.muted, waiting);
    }
    if (model.ready && model.form == PatchForm::smooth) {
        const Picture colours = smoothColours(model, ramp);
        ui.overlay.set(colours.width, colours.height, colours.rgba);
        pen.list->AddImage(ui.overlay.reference(), box.min(), box.max());
    } else if (model.ready) {
        drawGridCells(pen, model, grid, ramp);
    }
    if (model.strongest >= 0) markStrongest(pen, grid.patch(model.strongest));
    drawMarks(pen, model, "picture", box, commands);
    // Columns of a line of text have names of their own.
    if (model.rows > 1 || grid.cellWidth() < 9) return;
    for (int col = 0; col < model.cols; ++col) {
        const Rect cell = grid.patch(col);
        const std::string& label = model.labels[col];
        if (wordWidth(fonts().text, 10, label) > cell.w - 1) continue;
        textLine(pen, fonts().text, 10, cell.x + cell.w / 2, box.bottom() + 9, pen.theme.muted,
                 label, Align::centre);
    }
}

/// Which output is read: a token beside the picture, or all of them.
float drawOutputs(const Pen& pen, const ImageModel& model, const Rect& area, Commands& commands) {
    heading(pen, area.x, area.y + 8, "READ AT");
    WordLine line{pen, area.x, area.right(), area.y + 32};
    const bool chosen = model.outputMode == OutputMode::chosen;
    constexpr std::size_t most = 8;
    for (std::size_t i = 0; i < std::min(model.others.size(), most); ++i) {
        const ImageToken& other = model.others[i];
        if (line.word(other.label, chosen && other.isOutput)) {
            commands.push_back(SetOutput{other.token, false});
        }
    }
    if (line.word("mean of all", model.outputMode == OutputMode::meanOfAll)) {
        commands.push_back(SetOutputMode{OutputMode::meanOfAll});
    }
    textLine(pen, fonts().text, type::small, area.x, line.middle + 30, pen.theme.muted,
             "or click a patch of the picture");
    return line.middle + 48 - area.y;
}

/// The colours as they look over a grey of the dimmed picture.
void drawLegend(const Pen& pen, const ImageModel& model, Ramp ramp, const Rect& area) {
    constexpr int steps = 48;
    const float step = area.w / steps;
    constexpr auto grey = static_cast<int>(128 * pictureDim);
    pen.list->AddRectFilled(area.min(), {area.right(), area.y + 8},
                            IM_COL32(grey, grey, grey, 255));
    for (int i = 0; i < steps; ++i) {
        const float t = (static_cast<float>(i) + 0.5F) / steps;
        const float x = area.x + step * static_cast<float>(i);
        pen.list->AddRectFilled(
            {x, area.y}, {x + step, area.y + 8},
            faded(rampColour(ramp, t, true, 0), static_cast<float>(model.opacity)));
    }
    pen.list->AddRect({area.x, area.y}, {area.right(), area.y + 8}, pen.theme.rule);
    textLine(pen, fonts().mono, type::label, area.x, area.y + 20, pen.theme.muted,
             scaleStart(ramp, model.scale));
    textLine(pen, fonts().text, type::label, area.x + area.w / 2, area.y + 20, pen.theme.muted,
             model.unit, Align::centre);
    textLine(pen, fonts().mono, type::label, area.right(), area.y + 20, pen.theme.muted,
             (model.beyond ? "≥ " : "") + shownNumber(static_cast<double>(model.scale)),
             Align::right);
}

/// How the patches lie over the picture, and what their colours mean.
float drawSide(const Pen& pen, const ImageModel& model, ImageUi& ui, Ramp ramp, const Rect& area,
               Commands& commands) {
    float y = area.y;
    heading(pen, area.x, y + 8, "PATCHES");
    WordLine line{pen, area.x, area.right(), y + 32};
    for (const PatchForm form : {PatchForm::smooth, PatchForm::grid}) {
        const char* text = form == PatchForm::smooth ? "smooth" : "as a grid";
        if (line.word(text, model.form == form)) {
            commands.push_back(SetPatches{form, model.opacity, true});
        }
    }
    y += 52;
    char number[16];
    std::snprintf(number, sizeof number, "%.2f", model.opacity);
    const SliderResult slider =
        sliderRow(pen, "opacity", {area.x, y, area.w, 46}, "Opacity", number, model.opacity, 0, 1);
    if (slider.changed || slider.settled) {
        commands.push_back(SetPatches{model.form, slider.value, slider.settled});
    }
    ui.settingHeld = slider.changed;
    y += 62;
    drawLegend(pen, model, ramp, {area.x, y, area.w, 8});
    y += 50;
    y += drawOutputs(pen, model, {area.x, y, area.w, 0}, commands);
    return y - area.y;
}

/// The original and what lies over it, as large as their shape allows: side by side, above each other, or,
/// where that leaves nothing to see, the second alone.
struct Pair {
    static constexpr float label = 20;  ///< above each
    Rect original, overlay;
    bool both = true;
    float right() const { return overlay.right(); }
};

Pair paired(const Rect& room, float aspect, float below) {
    constexpr float gap = 24;
    const auto fitted = [&](float width, float height) {
        const float w = std::min(width, std::max(height - Pair::label - below, 1.0F) * aspect);
        return ImVec2{std::floor(w), std::floor(w / aspect)};
    };
    const float top = room.y + Pair::label;
    const ImVec2 beside = fitted((room.w - gap) / 2, room.h);
    const ImVec2 stacked = fitted(room.w, (room.h - 8) / 2);
    const ImVec2 alone = fitted(room.w, room.h);
    Pair pair;
    const bool across = beside.x >= stacked.x;
    const ImVec2 size = across ? beside : stacked;
    pair.both = size.x * size.y > 1600 || size.x > 0.6F * alone.x;
    const ImVec2 shown = pair.both ? size : alone;
    pair.original = {room.x, top, shown.x, shown.y};
    pair.overlay = pair.original;
    if (pair.both)
        (across ? pair.overlay.x : pair.overlay.y) +=
            across ? shown.x + gap : shown.y + below + 8 + Pair::label;
    return pair;
}

void drawPair(const Pen& pen, const ImageModel& model, ImageUi& ui, Ramp ramp, const Pair& pair,
              Commands& commands) {
    const char* waiting = takePicture(model, ui);
    const auto name = [&](const Rect& box, const char* text) {
        textLine(pen, fonts().text, type::small, box.x, box.y - 10, pen.theme.muted,
                 elided(fonts().text, type::small, text, box.w));
    };
    if (pair.both) {
        name(pair.original, "Original");
        drawOriginal(pen, model, ui, pair.original, commands);
    }
    name(pair.overlay, "Attention over it");
    drawOverlay(pen, model, ui, ramp, waiting, pair.overlay, commands);
}

}  // namespace

float imageHeight(const ImageModel& model, float width) {
    const float aspect =
        static_cast<float>(model.cols) / static_cast<float>(std::max(model.rows, 1));
    const float beside = (width - 24) / 2 / aspect + Pair::label;
    const float stacked = 2 * (width / aspect + Pair::label + 26);
    return 120 + settingsHeight + (aspect > 2.5F ? stacked : beside);
}

void drawImage(const Pen& pen, const ImageModel& model, ImageUi& ui, Colormap colormap,
               const Rect& area, Commands& commands) {
    titleLine(pen, area.x, area.y + 10, area.w - aboutRoom, model.title);
    if (model.image == nullptr) return;
    if (model.standing.isRefused()) {
        textBlock(pen, fonts().text, type::body, {area.x, area.y + titleHeight, area.w, 0},
                  pen.theme.muted, model.standing.words);
        return;
    }
    const Ramp ramp = rampOf(model.valueForm, pictureRamp(rampOf(colormap)));
    const float grid = static_cast<float>(model.cols) / static_cast<float>(model.rows);
    const float aspect = ui.aspect > 0 && ui.shownUrl == model.image->dataUrl ? ui.aspect : grid;
    const bool beside = !isNarrow(area.w);
    // In a small place the legend stands for all settings.
    const bool small = !beside && area.h < 440;
    const float names = model.rows == 1 ? 18 : 0;
    Rect room{area.x, area.y + titleHeight - 6, area.w - (beside ? sideWidth + 40 : 0), 0};
    const float caption = 10 + textBlock({pen.theme, nullptr}, fonts().text, type::body,
                                         {0, 0, room.w, 0}, 0, model.caption);
    const float foot = beside ? 0 : small ? 38 : settingsHeight;
    room.h = area.bottom() - room.y - caption - foot;
    const Pair pair = paired(room, aspect, names);
    if (pair.overlay.w < 16 || pair.overlay.h < 4) return;
    drawPair(pen, model, ui, ramp, pair, commands);
    float y = pair.overlay.bottom() + names + 10;
    y += textBlock(pen, fonts().text, type::body, {area.x, y, room.w, 0}, pen.theme.ink,
                   model.caption);
    if (small) {
        drawLegend(pen, model, ramp, {area.x, y + 8, std::min(area.w, 216.0F), 8});
        return;
    }
    const Rect side = beside ? Rect{pair.right() + 40, room.y, sideWidth, room.h}
                             : Rect{area.x, y + 20, area.w, 0};
    drawSide(pen, model, ui, ramp, side, commands);
}

constinit const PanelView imageView{
    .draw =
        [](const PanelDrawing& on, const Rect& area) {
            const ImageModel& model = on.page.of<ImageModel>();
            drawImage(on.pen, model, on.ui.own.at<ImageUi>(), on.page.controls.colormap, area,
                      on.commands);
            on.sign(Panel::image, area, model.title);
        },
    .least = [](const PageModel&, float width) { return isNarrow(width) ? 220.0F : 260.0F; },
    .wide = [](const PageModel&, float) { return 340.0F; },
    .narrow = [](const PageModel& page,
                 float width) { return imageHeight(page.of<ImageModel>(), width); },
};

}  // namespace hw
