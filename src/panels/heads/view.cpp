// SPDX-License-Identifier: MIT
#include "panels/heads/view.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/model/setting_fields.h"
#include "figure/ramp_of.h"
#include "panels/heads/view_controls.h"
#include "panels/heads/view_large.h"
#include "panels/image/view_colours.h"
#include "panels/views.h"
#include "view/widgets/note_marks.h"
#include "view/widgets/resting_tip.h"

namespace hw {
namespace {

float figureOf(const HeadCell& cell, HeadOrder order) {
    switch (order) {
        case HeadOrder::entropy: return cell.entropy;
        case HeadOrder::distance: return cell.distance;
        case HeadOrder::special: return cell.special;
        case HeadOrder::picture: return cell.picture;
        case HeadOrder::number: break;
    }
    return 0;
}

std::vector<int> orderedCells(const HeadsModel& model, HeadOrder order) {
    std::vector<int> cells(model.cells.size());
    std::iota(cells.begin(), cells.end(), 0);
    if (order == HeadOrder::number) return cells;
    std::stable_sort(cells.begin(), cells.end(), [&](int a, int b) {
        const float left = figureOf(model.cells[a], order);
        const float right = figureOf(model.cells[b], order);
        if (std::isnan(left) || std::isnan(right)) return !std::isnan(left) && std::isnan(right);
        return left > right;
    });
    return cells;
}

/// Layout of the thumbnails, layers by heads, or one after the other with a statistic below each. If the heads do not
/// fit side by side, they are in several bands below each other, as in the figure.
struct HeadGrid {
    Rect area;
    bool numbered;
    int heads = 1;  ///< of a layer
    int layers = 1;
    int perRow = 1;
    float gap = 6;
    float side = 14;
    static constexpr float smallest = 14;
    static constexpr float largest = 110;
    float scroll = 0;

    float margin() const { return numbered ? 46 : 0; }
    float header() const { return numbered ? 34 : 6; }
    float label() const { return numbered ? 0 : 16; }
    float lineHeight() const { return side + gap + label(); }
    float bandHeight() const { return header() + static_cast<float>(layers) * lineHeight(); }
    int band(int place) const { return numbered ? place % heads / perRow : 0; }
    int column(int place) const { return numbered ? place % heads % perRow : place % perRow; }
    int line(int place) const { return place / (numbered ? heads : perRow); }
    float bandTop(int place) const {
        return area.y - scroll + static_cast<float>(band(place)) * bandHeight();
    }
    Rect box(int place) const {
        return {area.x + margin() + static_cast<float>(column(place)) * (side + gap),
                bandTop(place) + header() + static_cast<float>(line(place)) * lineHeight(), side,
                side};
    }
    /// The height of all of them, below the area's top.
    float height(int places) const {
        if (numbered) return static_cast<float>(band(heads - 1) + 1) * bandHeight();
        return header() + static_cast<float>(line(places - 1) + 1) * lineHeight();
    }
};

HeadGrid headGrid(const HeadsModel& model, HeadOrder order, const Rect& area) {
    HeadGrid grid{area, order == HeadOrder::number, model.heads, model.layers};
    grid.gap = model.heads > 12 ? 4 : 6;
    const float width = area.w - grid.margin();
    const int most = std::max(1, static_cast<int>(width / (HeadGrid::smallest + grid.gap)));
    const int bands = (model.heads + most - 1) / most;
    grid.perRow = grid.numbered ? (model.heads + bands - 1) / bands
                                : std::max(4, static_cast<int>(area.w / 76));
    const float room = width / static_cast<float>(grid.perRow) - grid.gap;
    grid.side = std::clamp(std::floor(room), HeadGrid::smallest, HeadGrid::largest);
    return grid;
}

/// Numbers of layers and heads at the edges, or the statistic that sorts them below each.
void drawHeadLabels(const Pen& pen, const HeadsModel& model, const HeadCell& cell, HeadOrder order,
                    const HeadGrid& grid, int place) {
    const Rect box = grid.box(place);
    if (!grid.numbered) {
        const std::string name =
            std::to_string(cell.layer + 1) + '.' + std::to_string(cell.head + 1);
        textLine(pen, fonts().mono, 10.5F, box.x, box.bottom() + 8, pen.theme.muted,
                 name + "  " + headNumber(figureOf(cell, order), 2));
        return;
    }
    if (grid.column(place) == 0) {
        const bool here = cell.layer == model.layer;
        textLine(pen, here ? fonts().semibold : fonts().text, type::label, grid.area.x + 36,
                 box.y + grid.side / 2, here ? pen.theme.selection : pen.theme.muted,
                 std::to_string(cell.layer + 1), Align::right);
        drawNoteMarks(pen, [&](const NoteMark& mark) -> std::optional<ImVec2> {
            if (mark.at != NotePlace::layer || mark.layer != cell.layer) return {};
            return ImVec2{grid.area.x + 12, box.y + grid.side / 2};
        });
    }
    if (grid.line(place) == 0) {
        textLine(pen, fonts().text, type::label, box.x + grid.side / 2, grid.bandTop(place) + 24,
                 pen.theme.muted, std::to_string(cell.head + 1), Align::centre);
    }
}

/// What a thumbnail shows, and the effect of a click on it.
std::string pointedText(const HeadsModel& model, const ControlsModel& controls,
                        const HeadCell& cell, bool inItsLayer, bool withFigures) {
    const int layer = cell.layer + 1;
    const int head = cell.head + 1;
    const bool alone = controls.settings.heads == std::vector<int>{cell.head};
    std::string text = headName(cell);
    const auto add = [&](std::string_view line) { text.append("\n").append(line); };
    if (model.hasStatistics && withFigures) add(headFigures(cell));
    text += pictureFigures(model, cell);
    if (inItsLayer) {
        const bool own = model.ownHead == std::vector<int>{cell.layer, cell.head};
        add(own ? std::string("Click to use all heads of this layer"_tr)
                : formatText("Click to use only head {} in layer {}, over those below"_tr,
                             {head, layer}));
    } else {
        add(alone ? std::string("Click to use all heads"_tr)
                  : formatText("Click to use only head {}, in every layer"_tr, {head}));
    }
    if (alone && cell.used) return text;
    if (inItsLayer) {
        add(formatText(cell.used ? "Shift-click to exclude head {} in layer {}"_tr
                                 : "Shift-click to include head {} in layer {}"_tr,
                       {head, layer}));
    } else {
        add(formatText(cell.used ? "Shift-click to exclude head {} in every layer"_tr
                                 : "Shift-click to include head {} in every layer"_tr,
                       {head}));
    }
    return text;
}

/// All visible thumbnails, in a window that scrolls. Returns the one under the pointer, or null.
const HeadCell* drawGrid(const Pen& page, const HeadsModel& model, const ControlsModel& controls,
                         HeadsUi& ui, HeadGrid grid, bool large, MatrixRenderer& renderer,
                         Commands& commands) {
    const HeadOrder order = ui.order;
    if (model.region != nullptr) takePicture(*model.region, ui.picture);
    const bool inItsLayer = meansItsLayer(controls, ui);
    ImGui::SetCursorScreenPos(grid.area.min());
    ImGui::BeginChild("heads", grid.area.size(), ImGuiChildFlags_None,
                      ImGuiWindowFlags_NoBackground);
    const Pen pen{page.theme, ImGui::GetWindowDrawList(), page.notes};
    grid.scroll = ImGui::GetScrollY();
    if (grid.numbered) {
        const float y = grid.area.y - grid.scroll;
        textLine(pen, fonts().text, type::label, grid.box(0).x, y + 8, pen.theme.muted,
                 "head →"_tr);
        textLine(pen, fonts().text, type::label, grid.area.x, y + 24, pen.theme.muted,
                 "layer ↓"_tr);
    }
    const HeadCell* pointed = nullptr;
    int place = -1;
    for (const int index : orderedCells(model, order)) {
        const HeadCell& cell = model.cells[index];
        const Rect box = grid.box(++place);
        if (box.bottom() + grid.label() < grid.area.y || box.y > grid.area.bottom()) continue;
        drawHeadThumbnail(pen, model, cell, controls.colormap, renderer, box);
        drawPictureOver(pen, model, ui.picture, box);
        // The first colour is the background. Without a frame, pale heads would merge.
        pen.list->AddRect({box.x - 1, box.y - 1}, {box.right() + 1, box.bottom() + 1},
                          pen.theme.rule);
        if (!cell.used) {
            pen.list->AddRectFilled(box.min(), box.max(), faded(pen.theme.ground, 0.72F));
        }
        drawHeadLabels(pen, model, cell, order, grid, place);
        ImGui::PushID(index);
        const Hit hit = hitArea("head", box);
        ImGui::PopID();
        if (hit.hovered) {
            pointed = &cell;
            commands.push_back(SetHover{{-1, -1, cell.layer, cell.head}});
            ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
            pen.list->AddRect({box.x - 2, box.y - 2}, {box.right() + 2, box.bottom() + 2},
                              pen.theme.ink, 0, 0, 1.5F);
            // The tooltip has no statistics if the large head shows them.
            const std::string text = pointedText(model, controls, cell, inItsLayer, !large);
            restingTip(pen, box, text, static_cast<std::uintptr_t>(index) + 1);
        }
        if (hit.clicked) chooseHead(model, controls, cell, inItsLayer, commands);
    }
    ImGui::SetCursorScreenPos(
        {grid.area.x, grid.area.y - grid.scroll + 6 + grid.height(place + 1)});
    ImGui::Dummy({1, 1});
    ImGui::EndChild();
    return pointed;
}

/// Height of the text below the thumbnails of a low window.
float lowWords(float width) { return isNarrow(width) ? 220.0F : 120.0F; }

}  // namespace

void drawHeads(const Pen& pen, const HeadsModel& model, const ControlsModel& controls,
               const MatrixModel& alone, const MatrixModel* result, const Hover& hover, HeadsUi& ui,
               MatrixUi& matrix, MatrixRenderer* renderer, const Rect& area, Commands& commands) {
    textLine(pen, fonts().semibold, type::title, area.x, area.y + 10, pen.theme.ink, model.title);
    // A low pane needs its height for the heads. A low window, which scrolls, has the text below them.
    const bool low = isLowWindow(ImGui::GetIO().DisplaySize);
    const float caption = low || area.h < 320 ? 0
                                              : textBlock(pen, fonts().text, type::small,
                                                          {area.x, area.y + 26, area.w, 0},
                                                          pen.theme.muted, model.caption);
    if (model.heads == 0 || renderer == nullptr) return;
    const float words = low ? lowWords(area.w) : 0;
    float top = low ? area.bottom() - words : area.y + 26 + caption + 6;
    top += drawChoiceControls(pen, model, controls, ui, {area.x, top, area.w, 0}, commands);
    top += drawOrderControls(pen, model, ui, {area.x, top, area.w, 0}) + 6;
    drawHeadsLegend(pen, model, controls, {area.x, top, area.w, 0});
    top = low ? area.y + 32 : top + 22;
    const float bottom = area.bottom() - words;
    const bool large = area.w > 640;
    // The large head gets the width that thumbnails of the largest size do not need.
    const HeadGrid most = headGrid(model, ui.order, area);
    const float taken =
        most.side < HeadGrid::largest
            ? area.w
            : most.margin() + static_cast<float>(most.perRow) * (most.side + most.gap);
    const float largeWidth =
        large ? std::max(std::min(280.0F, area.w * 0.32F), area.w - taken - 48) : 0;
    const Rect left{area.x, top, area.w - (large ? largeWidth + 32 : 0), bottom - top};
    const HeadCell* pointed = drawGrid(pen, model, controls, ui, headGrid(model, ui.order, left),
                                       large, *renderer, commands);
    if (!large) return;
    const Rect right{area.right() - largeWidth, top, largeWidth, bottom - top};
    const std::vector<int>& heads = controls.settings.heads;
    const bool isOwn = model.ownHead.size() == 2 && model.ownHead[0] == model.layer;
    const bool isAlone = (isOwn || heads.size() == 1) && alone.from != nullptr;
    if (pointed == nullptr && isAlone) {
        drawHeadAlone(pen, model, isOwn ? model.ownHead[1] : heads.front(), alone, result, matrix,
                      *renderer, right, commands);
        return;
    }
    if (pointed != nullptr) {
        ui.largeLayer = pointed->layer;
        ui.largeHead = pointed->head;
    }
    const int layer = std::clamp(ui.largeLayer, 0, model.layers - 1);
    const int head = std::clamp(ui.largeHead, 0, model.heads - 1);
    drawLargeHead(pen, model, model.cells[layer * model.heads + head], controls.colormap, hover, ui,
                  *renderer, right, commands);
}

namespace {

void drawPanel(const PanelDrawing& on, const Rect& area) {
    const PageModel& page = on.page;
    const HeadsModel& model = page.of<HeadsModel>();
    drawHeads(on.pen, model, page.controls, page.raw,
              specOf(page.controls.method).overLayers ? &page.result : nullptr, page.hover,
              on.ui.own.at<HeadsUi>(), on.ui.matrix, on.ui.renderer, area, on.commands);
    on.sign(Panel::heads, area, model.title);
}

}  // namespace

constinit const PanelView headsView{
    .draw = drawPanel,
    .leastHeight = [](const PageModel&, float width) { return isNarrow(width) ? 300.0F : 240.0F; },
    .wideHeight = [](const PageModel&, float) { return 420.0F; },
    .narrowHeight = [](const PageModel&, float) { return 480.0F; },
};

}  // namespace hw
