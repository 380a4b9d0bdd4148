// SPDX-License-Identifier: MIT
#include <algorithm>

#include "page/state/command.h"
#include "panels/flow/caption.h"
#include "panels/flow/model.h"
#include "panels/flow/view_graph.h"
#include "panels/views.h"
#include "view/widgets/widgets.h"

namespace hw {
namespace {

/// State of the flow view between frames.
struct FlowUi {
    int path = -1;  ///< the highlighted path, or -1
    GraphUi graph;
};

/// The largest paths in words. The one under the pointer is highlighted. Returns it, or -1.
int drawPaths(const Pen& pen, const FlowModel& model, const Rect& area) {
    int lit = -1;
    float y = area.y;
    heading(pen, area.x, y + 8,
            model.sink == allInputs ? "HEAVIEST PATHS FROM INPUTS"_tr
            : isOneOfMany(model)    ? "LARGEST PATHS (ONE OF MANY)"_tr
                                    : "LARGEST PATHS"_tr);
    y += 26;
    const Pen measure{pen.theme, nullptr};
    for (std::size_t i = 0; i < model.paths.size(); ++i) {
        // A long one is wrapped, since a cut one could be mistaken for another.
        const float text =
            textBlock(measure, fonts().text, type::small, {0, 0, area.w, 0}, 0, model.paths[i]);
        const float height = targetHeight(pen.theme, 6 + text);
        if (y + height > area.bottom()) break;
        ImGui::PushID(static_cast<int>(i));
        const Hit hit = hitArea("path", {area.x - 6, y, area.w + 12, height});
        ImGui::PopID();
        if (hit.hovered || hit.held) lit = static_cast<int>(i);
        textBlock(pen, fonts().text, type::small, {area.x, y + 3, area.w, 0},
                  hit.hovered ? pen.theme.ink : pen.theme.muted, model.paths[i]);
        y += height;
    }
    return lit;
}

constexpr LocalizedText oneInput = "one input"_tr;
constexpr LocalizedText allTheInputs = "all inputs"_tr;
constexpr float choiceGap = 18;

/// The width of drawChoice, from the first word's beginning to the last chip's end.
float choiceWidth() {
    return wordWidth(fonts().text, type::small, oneInput) + choiceGap +
           wordWidth(fonts().text, type::small, allTheInputs) + chipPadding + 1;
}

/// One input or all of them. At the right of the title, on a phone below it.
void drawChoice(const Pen& pen, const FlowModel& model, float x, float middle, Commands& commands) {
    const bool joint = model.sink == allInputs;
    const float one = wordWidth(fonts().text, type::small, oneInput);
    if (choiceWord(pen, "one", fonts().text, type::small, x, middle, oneInput, !joint).clicked &&
        joint) {
        commands.push_back(Set{&ViewState::sink, -1});
    }
    if (choiceWord(pen, "all", fonts().text, type::small, x + one + choiceGap, middle, allTheInputs,
                   joint, true, choiceGap - 2 * chipPadding)
            .clicked) {
        commands.push_back(Set{&ViewState::sink, allInputs});
    }
}

/// Width of the title in a view this wide.
float flowTitleRoom(const FlowModel& model, const FlowUi& ui, float width) {
    float room = width - aboutRoom;
    if (!model.progress.empty() && !isNarrow(width))
        room -= stopLineWidth(type::small, model.progress, model.stopped) + 24;
    if (!isNarrow(width)) room -= choiceWidth() + 24;
    return room - showAllRoom(ui.graph);
}

/// Layers by tokens, the inputs at the left, the output at the right. Ribbons are as wide as the flow on their edge.
/// Those of the minimum cut have a mark in the colour of the cut. A click on an input requests the flow from it.
/// O(ribbons).
void drawFlow(const Pen& pen, const FlowModel& model, FlowUi& ui, const Rect& whole,
              Commands& commands) {
    const bool narrow = isNarrow(whole.w);
    const float more =
        titleBlock(pen, whole.x, whole.y + 10, flowTitleRoom(model, ui, whole.w), model.title);
    const float choice = narrow ? 0 : choiceWidth() + 24;
    drawShowAll(pen, ui.graph, whole.right() - choice, whole.y + 10);
    const bool isOwnLine = narrow && !model.progress.empty();
    if (!model.progress.empty())
        stopLine(pen, whole.right() - (narrow ? 0 : choice + showAllRoom(ui.graph) + 2),
                 whole.y + (narrow ? 58.0F + more : 10.0F), type::small, model.progress,
                 model.stopped, commands);
    if (!model.standing.isRefused())
        drawChoice(pen, model, narrow ? whole.x + 8 : whole.right() - choice + 24,
                   whole.y + (narrow ? 34.0F + more : 10.0F), commands);
    const float lowered = more + (narrow ? 24 : 0) + (isOwnLine ? 24 : 0);
    const Rect area{whole.x, whole.y + lowered, whole.w, whole.h - lowered};
    if (model.flow == nullptr) {
        const float below =
            textBlock(pen, fonts().text, type::body, {area.x, area.y + 40, area.w, 0},
                      pen.theme.muted, model.standing.text);
        drawWays(pen, model.standing.ways, {area.x, area.y + 52 + below, area.w, 0}, commands);
        return;
    }
    const float captionHeight = textBlock({pen.theme, nullptr}, fonts().text, type::small,
                                          {0, 0, area.w, 0}, 0, model.caption);
    // A low window, which scrolls, has it below the graph.
    const bool low = isLowWindow(ImGui::GetIO().DisplaySize);
    const float above = low ? 42 : captionHeight + 52;
    textBlock(pen, fonts().text, type::small,
              {area.x, low ? area.bottom() - captionHeight : area.y + 26, area.w, 0},
              pen.theme.muted, model.caption);
    const float bottom = area.bottom() - (low ? captionHeight + 8 : 0);
    const bool paths = area.w > 900;
    const float pathsWidth = paths ? 240 : 0;
    const GraphPlaces places = graphPlaces(
        model,
        {area.x, area.y + above, area.w - (paths ? pathsWidth + 24 : 0), bottom - area.y - above},
        narrow);
    if (!places.hasRoom()) return;
    ui.path = -1;
    if (paths) {
        const float top = places.all.top;
        ui.path = drawPaths(pen, model, {area.right() - pathsWidth, top, pathsWidth, bottom - top});
    }
    drawLayerGraph(pen, model, places, ui.graph, ui.path, commands);
}

void drawPanel(const PanelDrawing& on, const Rect& area) {
    const FlowModel& model = on.page.of<FlowModel>();
    drawFlow(on.pen, model, on.ui.own.at<FlowUi>(), area, on.commands);
    on.sign(Panel::flow, area, model.title, flowTitleRoom(model, on.ui.own.at<FlowUi>(), area.w));
}

}  // namespace

constinit const PanelView flowView{
    .draw = drawPanel,
    .leastHeight = [](const PageModel&, float) { return 230.0F; },
    .wideHeight =
        [](const PageModel& page, float) {
            return std::clamp(114 + 13 * static_cast<float>(page.of<FlowModel>().rows.size()),
                              238.0F, 320.0F);
        },
    .narrowHeight = [](const PageModel&, float) { return 480.0F; },
};

}  // namespace hw
