// SPDX-License-Identifier: MIT
#include "view/image_view.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "view/cell_grid.h"
#include "view/sentence_view.h"

namespace hw {
namespace {

constexpr float titleHeight = 34;
constexpr float sideWidth = 216;

float shareOf(const ImageModel& model, std::size_t patch) {
    const float value = model.shown[patch];
    return std::isnan(value) ? 0 : std::clamp(value / model.scale, 0.0F, 1.0F);
}

/// The picture's texture, if it is there; says why not.
const char* takePicture(const ImageModel& model, ImageUi& ui) {
    if (pictureSource() == nullptr) return "";
    const Picture& picture = pictureSource()->picture(model.image->dataUrl);
    if (picture.state == Picture::State::waiting) return "Decoding the picture …";
    if (picture.state == Picture::State::failed)
        return "The picture in the file cannot be decoded.";
    ui.aspect = static_cast<float>(picture.width) / static_cast<float>(picture.height);
    if (ui.shownUrl != model.image->dataUrl || !ui.picture.exists()) {
        // Sharp pixels for small pictures; large ones are as they are.
        const Picture large = enlarged(picture, 256);
        ui.picture.set(large.width, large.height, large.rgba);
        ui.shownUrl = model.image->dataUrl;
    } else {
        ui.picture.renew();
    }
    return "";
}

/// Black, the more opaque the less a patch counts: over the picture that is a multiplication.
void takeMask(const ImageModel& model, ImageUi& ui) {
    ui.maskPixels.assign(model.shown.size() * 4, 0);
    for (std::size_t patch = 0; patch < model.shown.size(); ++patch) {
        const double dark = model.opacity * (1.0 - static_cast<double>(shareOf(model, patch)));
        ui.maskPixels[patch * 4 + 3] = static_cast<std::uint8_t>(std::lround(dark * 255));
    }
    ui.mask.set(model.cols, model.rows, ui.maskPixels);
}

/// Patches are numbered row by row.
struct Grid : CellGrid {
    Rect patch(int index) const { return cell(index / cols, index % cols); }
    int at(ImVec2 point) const { return rowAt(point.y) * cols + columnAt(point.x); }
};

void drawGridCells(const Pen& pen, const ImageModel& model, const Grid& grid, Colormap colormap) {
    for (std::size_t patch = 0; patch < model.shown.size(); ++patch) {
        const Rect cell = grid.patch(static_cast<int>(patch));
        const ImU32 colour = rampColour(rampOf(colormap), shareOf(model, patch), pen.theme.dark,
                                        pen.theme.groundArgb);
        pen.list->AddRectFilled(cell.min(), cell.max(),
                                faded(colour, static_cast<float>(model.opacity)));
    }
    const Rect first = grid.patch(0);
    const ImU32 line = faded(pen.theme.ground, 0.5F);
    if (first.w >= 6) {
        for (int col = 1; col < grid.cols; ++col) {
            vline(pen, grid.column(col).x, grid.area.y, grid.area.bottom(), line);
        }
    }
    if (first.h < 6) return;
    for (int row = 1; row < grid.rows; ++row) {
        hline(pen, grid.area.x, grid.area.right(), grid.row(row).y, line);
    }
}

void outline(const Pen& pen, const Rect& cell, float width) {
    // A light line around the coloured one: it shows on any picture.
    pen.list->AddRect({cell.x - 1, cell.y - 1}, {cell.right() + 1, cell.bottom() + 1},
                      faded(pen.theme.ground, 0.8F), 0, 0, width + 2);
    pen.list->AddRect(cell.min(), cell.max(), pen.theme.selection, 0, 0, width);
}

std::string patchText(const ImageModel& model, int patch) {
    const auto index = static_cast<std::size_t>(patch);
    const float value = model.values[index];
    const std::string place = "row " + std::to_string(patch / model.cols + 1) + ", column " +
                              std::to_string(patch % model.cols + 1) + "\n";
    return model.labels[index] + "\n" + (std::isnan(value) ? "" : place) + exactText(value);
}

void drawPicture(const Pen& pen, const ImageModel& model, ImageUi& ui, Colormap colormap,
                 const Rect& box, Commands& commands) {
    const Grid grid{{box, model.rows, model.cols}};
    noteFigure(pen, "picture", box);
    const char* waiting = takePicture(model, ui);
    if (ui.picture.exists() && ui.shownUrl == model.image->dataUrl) {
        pen.list->AddImage(ui.picture.reference(), box.min(), box.max());
    } else {
        pen.list->AddRectFilled(box.min(), box.max(), pen.theme.panel);
        textLine(pen, fonts().text, type::small, box.x + 12, box.y + 20, pen.theme.muted, waiting);
    }
    if (model.ready && model.form == PatchForm::smooth) {
        takeMask(model, ui);
        pen.list->AddImage(ui.mask.reference(), box.min(), box.max());
    } else if (model.ready) {
        drawGridCells(pen, model, grid, colormap);
    }
    for (std::size_t patch = 0; patch < model.isOutput.size(); ++patch) {
        if (model.isOutput[patch]) outline(pen, grid.patch(static_cast<int>(patch)), 2);
    }
    if (model.hoverPatch >= 0) outline(pen, grid.patch(model.hoverPatch), 1.5F);
    const Hit hit = hitArea("picture", box);
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

/// Which output is read: a token beside the picture, or all of them.
float drawOutputs(const Pen& pen, const ImageModel& model, const Rect& area, Commands& commands) {
    heading(pen, area.x, area.y + 8, "READ AT");
    WordLine line{pen, area.x, area.right(), area.y + 32, 16};
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

void drawLegend(const Pen& pen, const ImageModel& model, Colormap colormap, const Rect& area) {
    constexpr int steps = 48;
    const float step = area.w / steps;
    for (int i = 0; i < steps; ++i) {
        const float t = (static_cast<float>(i) + 0.5F) / steps;
        const float light = 1.0F - static_cast<float>(model.opacity) * (1.0F - t);
        const ImU32 smooth = mixed(IM_COL32_BLACK, IM_COL32_WHITE, light);
        const ImU32 colour =
            model.form == PatchForm::smooth
                ? smooth
                : rampColour(rampOf(colormap), t, pen.theme.dark, pen.theme.groundArgb);
        const float x = area.x + step * static_cast<float>(i);
        pen.list->AddRectFilled({x, area.y}, {x + step, area.y + 8}, colour);
    }
    pen.list->AddRect({area.x, area.y}, {area.right(), area.y + 8}, pen.theme.rule);
    textLine(pen, fonts().mono, type::label, area.x, area.y + 20, pen.theme.muted, "0");
    textLine(pen, fonts().mono, type::label, area.right(), area.y + 20, pen.theme.muted,
             shownNumber(static_cast<double>(model.scale)), Align::right);
}

/// How the patches lie over the picture, and what their colours mean.
float drawSide(const Pen& pen, const ImageModel& model, ImageUi& ui, Colormap colormap,
               const Rect& area, Commands& commands) {
    float y = area.y;
    heading(pen, area.x, y + 8, "PATCHES");
    WordLine line{pen, area.x, area.right(), y + 32, 16};
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
    drawLegend(pen, model, colormap, {area.x, y, area.w, 8});
    y += 46;
    y += drawOutputs(pen, model, {area.x, y, area.w, 0}, commands);
    return y - area.y;
}

/// The picture's place: as large as its shape allows.
Rect fitted(const Rect& room, float aspect) {
    const float width = std::min(room.w, room.h * aspect);
    return {room.x, room.y, std::floor(width), std::floor(width / aspect)};
}

}  // namespace

void drawImage(const Pen& pen, const ImageModel& model, ImageUi& ui, Colormap colormap,
               const Rect& area, Commands& commands) {
    titleLine(pen, area.x, area.y + 10, area.w, model.title);
    if (model.image == nullptr) return;
    if (model.standing.isRefused()) {
        textBlock(pen, fonts().text, type::body, {area.x, area.y + titleHeight, area.w, 0},
                  pen.theme.muted, model.standing.words);
        return;
    }
    const float grid = static_cast<float>(model.cols) / static_cast<float>(model.rows);
    const float aspect = ui.aspect > 0 && ui.shownUrl == model.image->dataUrl ? ui.aspect : grid;
    const bool beside = area.w > 560;
    const float caption =
        8 + textBlock({pen.theme, nullptr}, fonts().text, type::body,
                      {0, 0, beside ? area.w - sideWidth - 40 : area.w, 0}, 0, model.caption);
    Rect room{area.x, area.y + titleHeight, area.w, area.h - titleHeight - caption};
    if (beside) {
        room.w -= sideWidth + 40;
    } else {
        room.h -= 250;
    }
    const Rect box = fitted(room, aspect);
    if (box.w < 16 || box.h < 4) return;
    drawPicture(pen, model, ui, colormap, box, commands);
    const float width = beside ? room.w : area.w;
    const float words =
        textBlock(pen, fonts().text, type::body, {area.x, box.bottom() + 10, width, 0},
                  pen.theme.ink, model.caption);
    const Rect side = beside ? Rect{box.right() + 40, room.y, sideWidth, room.h}
                             : Rect{area.x, box.bottom() + words + 26, area.w, 0};
    drawSide(pen, model, ui, colormap, side, commands);
}

}  // namespace hw
