// SPDX-License-Identifier: MIT
#include "panels/image/view_tiles.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "panels/evolution/multiples_grid.h"
#include "panels/image/view_colours.h"
#include "view/matrix/cell_grid.h"
#include "view/widgets/note_marks.h"

namespace hw {
namespace {

/// Patches are numbered row by row.
struct Grid : CellGrid {
    Rect patch(int index) const { return cell(index / cols, index % cols); }
    int at(ImVec2 point) const { return rowAt(point.y) * cols + columnAt(point.x); }
};

Grid gridOf(const PatchPicture& of, const Rect& box) { return {{box, of.in().rows, of.in().cols}}; }

/// Draws each patch on its own, since the GPU would blend between the pixels of a texture.
void drawGridCells(const Pen& pen, const PatchColours& colours, const Grid& grid) {
    for (std::size_t patch = 0; patch < colours.values.size(); ++patch) {
        if (std::isnan(colours.values[patch])) continue;
        const Rect cell = grid.patch(static_cast<int>(patch));
        pen.list->AddRectFilled(cell.min(), cell.max(),
                                faded(rampColour(colours.ramp, colours.share(patch), true, 0),
                                      static_cast<float>(colours.opacity)));
    }
}

std::string patchText(const PatchPicture& of, int patch) {
    const int index = of.first() + patch;
    const bool ofLayer = of.layer >= 0;
    const float value = ofLayer ? of.values[patch] : of.model.values[index];
    std::string text = of.model.labels[index] + "\n" +
                       (std::isnan(value) ? "" : patchPlace(of.model, index) + "\n") +
                       exactText(value);
    return ofLayer ? formatText("{}, layer {}"_tr, {text, of.layer + 1}) : text;
}

/// Outputs and the patch under the pointer, and the effect of a click.
void drawMarks(const Pen& pen, const PatchPicture& of, const char* id, const Rect& box,
               Commands& commands) {
    const ImageModel& model = of.model;
    const Grid grid = gridOf(of, box);
    const int first = of.first();
    const int count = grid.rows * grid.cols;
    const auto local = [&](int patch) {
        return patch >= first && patch < first + count ? patch - first : -1;
    };
    for (int patch = 0; patch < count && first + patch < static_cast<int>(model.isOutput.size());
         ++patch) {
        if (model.isOutput[first + patch]) outlinePatch(pen, grid.patch(patch), 2);
    }
    if (local(model.hoverPatch) >= 0) outlinePatch(pen, grid.patch(local(model.hoverPatch)), 1.5F);
    drawNoteMarks(pen, [&](const NoteMark& mark) -> std::optional<ImVec2> {
        if (const auto patch = patchOf(model, mark); patch && local(*patch) >= 0)
            return grid.patch(local(*patch)).min();
        return {};
    });
    const Hit hit = hitArea(id, box);
    if (!hit.hovered) return;
    const int patch = grid.at(ImGui::GetIO().MousePos);
    const int token = of.in().firstPatchToken + patch;
    commands.push_back(SetHover{{token, -1, of.layer}});
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (model.ready) tooltip(pen, patchText(of, patch));
    if (!hit.clicked) return;
    const ImGuiIO& io = ImGui::GetIO();
    if (of.layer >= 0)
        commands.push_back(SetLayer{of.layer});
    else
        commands.push_back(SetOutput{token, io.KeyShift || io.KeyCtrl});
}

}  // namespace

void drawOriginal(const Pen& pen, const PatchPicture& of, ImageUi& ui, const Rect& box,
                  Commands& commands) {
    const RegionUi& textures = ui.region(of.region);
    if (textures.shows(of.in())) {
        pen.list->AddImage(textures.picture.reference(), box.min(), box.max());
    } else {
        pen.list->AddRectFilled(box.min(), box.max(), pen.theme.panel);
        if (of.in().dataUrl.empty())
            textBlock(pen, fonts().text, type::small, {box.x + 12, box.y + 12, box.w - 24, 0},
                      pen.theme.muted, "Drop or paste the picture here."_tr);
    }
    drawMarks(pen, of, "original", box, commands);
}

void drawOverlay(const Pen& pen, const PatchPicture& of, ImageUi& ui, Ramp ramp, const char* id,
                 std::size_t overlay, int pixels, const Rect& box, Commands& commands) {
    const ImageModel& model = of.model;
    const Grid grid = gridOf(of, box);
    const bool isEmpty = of.in().dataUrl.empty();
    RegionUi& textures = ui.region(of.region);
    const LocalizedText waiting = takePicture(of.in(), textures);
    if (textures.shows(of.in())) {
        pen.list->AddImage(textures.dimmed.reference(), box.min(), box.max());
    } else {
        pen.list->AddRectFilled(box.min(), box.max(), pen.theme.panel);
        if (!isEmpty)
            textLine(pen, fonts().text, type::small, box.x + 12, box.y + 20, pen.theme.muted,
                     waiting);
    }
    const PatchColours colours{
        of.values, grid.rows,      grid.cols, model.scale, isEmpty ? 1 : model.opacity,
        ramp,      model.valueForm};
    if (model.ready && model.form == PatchForm::smooth) {
        OverlayUi& over = ui.overlay(overlay);
        takeColours(colours, pixels, over);
        pen.list->AddImage(over.texture.reference(), box.min(), box.max());
    } else if (model.ready) {
        drawGridCells(pen, colours, grid);
    }
    const int strongest = model.strongest - of.first();
    if (of.layer < 0 && model.strongest >= 0 && strongest >= 0 && strongest < grid.rows * grid.cols)
        markStrongest(pen, grid.patch(strongest));
    drawMarks(pen, of, id, box, commands);
    // Columns of a line of text have their own names.
    if (grid.rows > 1 || grid.cellWidth() < 9 || of.layer >= 0 || !model.ready) return;
    for (int col = 0; col < grid.cols; ++col) {
        const Rect cell = grid.patch(col);
        const std::string& label = model.labels[of.first() + col];
        if (wordWidth(fonts().text, 10, label) > cell.w - 1) continue;
        textLine(pen, fonts().text, 10, cell.x + cell.w / 2, box.bottom() + 9, pen.theme.muted,
                 label, Align::centre);
    }
}

namespace {

constexpr float widest = 320;
constexpr float narrowest = 96;

/// Aspect ratio of a region, from its picture, from another frame (those of a video are alike), or from its grid.
float regionAspect(const ImageModel& model, ImageUi* ui, int region) {
    const ImageInfo& image = *model.image;
    const auto shown = [&](int i) { return ui != nullptr && ui->region(i).shows(image.region(i)); };
    if (shown(region)) return ui->region(region).aspect;
    for (int i = 0; image.isVideo && i < image.regions(); ++i) {
        if (shown(i)) return ui->region(i).aspect;
    }
    const ImageRegion& in = image.region(region);
    return static_cast<float>(in.cols) / static_cast<float>(in.rows);
}

/// Aspect ratio of a tile. That of the pictures if they are alike, else the widest one.
float tileAspect(const ImageModel& model, ImageUi* ui) {
    float aspect = 0.2F;
    for (int i = 0; i < model.image->regions(); ++i)
        aspect = std::max(aspect, regionAspect(model, ui, i));
    return std::min(aspect, 6.0F);
}

/// Frames and pictures of one layer stay together in a row if they fit.
MultiplesGrid tileGrid(const ImageModel& model, float width, float height, float aspect) {
    MultiplesGrid grid = multiplesGrid(static_cast<int>(model.tiles.size()), width, height, aspect,
                                       widest, narrowest);
    const int regions = model.image->regions();
    if (model.of == ImageScope::layers && regions > 1 && regions != grid.columns) {
        const float each =
            (width - grid.gap * static_cast<float>(regions - 1)) / static_cast<float>(regions);
        if (each >= narrowest / 2) {
            grid.columns = regions;
            grid.width = std::floor(std::min(each, widest));
            grid.height = std::max(std::floor(grid.width / aspect), 4.0F);
        }
    }
    return grid;
}

/// The picture's own shape in the middle of a tile.
Rect fitted(const ImageModel& model, ImageUi& ui, int region, const Rect& box) {
    const float own = regionAspect(model, &ui, region);
    const float w = std::min(box.w, box.h * own);
    const float h = w / own;
    return {box.x, box.y, w, h};
}

}  // namespace

float tilesHeight(const ImageModel& model, float width) {
    if (model.tiles.empty()) return 0;
    return tileGrid(model, width, 1e6F, tileAspect(model, nullptr))
        .totalHeight(static_cast<int>(model.tiles.size()));
}

void drawTiles(const Pen& page, const ImageModel& model, ImageUi& ui, Ramp ramp, const Rect& room,
               Commands& commands) {
    const int count = static_cast<int>(model.tiles.size());
    const MultiplesGrid grid = tileGrid(model, room.w - 12, room.h, tileAspect(model, &ui));
    ImGui::SetCursorScreenPos({room.x - 6, room.y});
    ImGui::BeginChild("tiles", {room.w + 6, room.h}, ImGuiChildFlags_None,
                      ImGuiWindowFlags_NoBackground);
    const Pen pen{page.theme, ImGui::GetWindowDrawList(), page.notes};
    const float top = room.y - ImGui::GetScrollY();
    const int pixels = std::clamp(static_cast<int>(grid.width), 48, 192);
    for (int index = 0; index < count; ++index) {
        const ImageTile& tile = model.tiles[index];
        const Rect box = fitted(model, ui, tile.region,
                                {onPixel(room.x + grid.x(index)), onPixel(top + grid.y(index)),
                                 grid.width, grid.height});
        if (box.bottom() < room.y || box.y - grid.label > room.bottom()) continue;
        const bool here = tile.layer >= 0 && tile.layer == model.layer;
        ImFont* font = here ? fonts().semibold : fonts().text;
        textLine(pen, font, type::label, box.x, box.y - 9, here ? pen.theme.ink : pen.theme.muted,
                 elided(font, type::label, tile.name, grid.width));
        char id[24];
        std::snprintf(id, sizeof id, "picture %d", index + 1);
        noteFigure(pen, id, box);
        drawOverlay(pen, {model, tile.region, tile.values, tile.layer}, ui, ramp, id, index, pixels,
                    box, commands);
        if (here)
            pen.list->AddRect({box.x - 1, box.y - 1}, {box.right() + 1, box.bottom() + 1},
                              pen.theme.selection, 0, 0, 2);
    }
    ImGui::SetCursorScreenPos({room.x, top + grid.totalHeight(count)});
    ImGui::Dummy({1, 1});
    ImGui::EndChild();
}

}  // namespace hw
