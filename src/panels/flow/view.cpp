// SPDX-License-Identifier: MIT
#include "panels/flow/view.h"

#include <algorithm>

#include "panels/flow/view_ribbons.h"
#include "panels/views.h"
#include "view/widgets/gesture.h"

namespace hw {
namespace {

/// What a pointed node says and does.
void pointNode(const Pen& pen, const FlowModel& model, const FlowNode& node, int level, int row,
               bool clicked, Commands& commands) {
    const int token = model.rows[static_cast<std::size_t>(row)];
    const std::string& label = model.labels[static_cast<std::size_t>(row)];
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (level == model.startLayer) {
        tooltip(pen, label + ", input: carries " + shownNumber(node.through) +
                         "\nclick: flow to this input");
        if (clicked) commands.push_back(SetSink{token});
    } else {
        tooltip(pen, label + " after layer " + std::to_string(level) + ": carries " +
                         shownNumber(node.through) + "\nclick: flow from here");
        if (!clicked) return;
        commands.push_back(SetLayer{level - 1});
        commands.push_back(SetOutput{token, false});
    }
}

/// Nodes as dots or, where flow passes, as upright strokes; returns true if the pointer is on one.
bool drawNodes(const Pen& pen, const FlowModel& model, const FlowPlane& plane, const Rect& plot,
               Commands& commands) {
    bool pointed = false;
    const float reach = std::min(std::max(plane.spacing() / 2, 4.0F), 10.0F);
    for (int level = plane.last; level <= plane.first; ++level) {
        for (int row = 0; row < plane.rows; ++row) {
            const FlowNode node = flowNode(model, plane, level, row);
            const ImVec2 at{node.at.x, node.at.y};
            if (!plot.contains(at)) continue;
            if (node.half > 0) {
                pen.list->AddRectFilled({at.x - 2, at.y - node.half}, {at.x + 2, at.y + node.half},
                                        node.end ? pen.theme.selection : pen.theme.ink, 1);
            } else {
                pen.list->AddCircleFilled(at, plane.spacing() > 6 ? 2.0F : 1.0F, pen.theme.ghost,
                                          8);
            }
            ImGui::PushID(level * 4096 + row);
            const Hit hit = hitArea("node", {at.x - 10, at.y - reach, 20, 2 * reach});
            ImGui::PopID();
            if (!hit.hovered) continue;
            pointed = true;
            pointNode(pen, model, node, level, row, hit.clicked, commands);
        }
    }
    return pointed;
}

void drawRowLabels(const Pen& pen, const FlowModel& model, const FlowPlane& plane, const Rect& plot,
                   float labelWidth, Commands& commands) {
    const float size = plane.spacing() >= 15 ? type::small : type::label;
    FlowNames names(model, plane, size);
    const float right = plot.right() + labelWidth + 66;
    textLine(pen, fonts().text, type::label, right, plot.y - 14, pen.theme.muted,
             model.inputHeading, Align::right);
    for (int row = 0; row < plane.rows; ++row) {
        if (!names.has(row)) continue;
        const float y = plane.y(row);
        if (y < plot.y || y > plot.bottom()) continue;
        const auto index = static_cast<std::size_t>(row);
        const std::string label = elided(fonts().text, size, model.labels[index], labelWidth);
        const bool source = row == names.source;
        const bool sink = row == names.sink;
        if (names.left(row)) {
            textLine(pen, source ? fonts().semibold : fonts().text, size, plot.x - 12, y,
                     source ? pen.theme.selection : pen.theme.muted, label, Align::right);
        }
        if (!names.right(row)) continue;
        const float x = plot.right() + 12;
        textLine(pen, sink ? fonts().semibold : fonts().text, size, x, y,
                 sink ? pen.theme.selection : pen.theme.ink, label);
        textLine(pen, fonts().mono, size - 1, right, y, pen.theme.muted,
                 index < model.sinkValues.size()
                     ? shownNumber(model.sinkValues[index], model.sinkDecimals)
                     : "",
                 Align::right);
        ImGui::PushID(row);
        const Hit hit = hitArea(
            "sink", {x, y - plane.spacing() / 2, labelWidth + 54, std::max(plane.spacing(), 8.0F)});
        ImGui::PopID();
        if (hit.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        if (hit.clicked) commands.push_back(SetSink{model.rows[index]});
    }
}

void drawLevels(const Pen& pen, const FlowPlane& plane, const Rect& plot) {
    const auto width = [](std::string_view text) {
        return wordWidth(fonts().text, type::label, text);
    };
    for (const FlowLevelName& name : levelNames(plane, width)) {
        if (name.x < plot.x - 20 || name.x > plot.right() + 20) continue;
        textLine(pen, fonts().text, type::label, name.x, plot.bottom() + 12, pen.theme.muted,
                 name.text, Align::centre);
    }
}

/// The largest paths in words; the pointed one is lit. Returns it, or -1.
int drawPaths(const Pen& pen, const FlowModel& model, const Rect& area) {
    int lit = -1;
    float y = area.y;
    heading(pen, area.x, y + 8,
            model.sink == allInputs ? "HEAVIEST PATHS TO INPUTS" : "LARGEST PATHS");
    y += 26;
    const Pen measure{pen.theme, nullptr};
    for (std::size_t i = 0; i < model.paths.size(); ++i) {
        // A long one goes on below: cut, it could be taken for another.
        const float height =
            6 + textBlock(measure, fonts().text, type::small, {0, 0, area.w, 0}, 0, model.paths[i]);
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

constexpr float choiceGap = 18;

/// What drawChoice takes, from the first word's beginning to the last chip's end.
float choiceWidth() {
    return wordWidth(fonts().text, type::small, "one input") + choiceGap +
           wordWidth(fonts().text, type::small, "all inputs") + chipPadding + 1;
}

/// One input or all of them: at the right of the title, on a phone below it.
void drawChoice(const Pen& pen, const FlowModel& model, float x, float middle, Commands& commands) {
    const bool joint = model.sink == allInputs;
    const float one = wordWidth(fonts().text, type::small, "one input");
    if (wordButton(pen, "one", fonts().text, type::small, x, middle, "one input", !joint).clicked &&
        joint) {
        commands.push_back(SetSink{-1});
    }
    if (wordButton(pen, "all", fonts().text, type::small, x + one + choiceGap, middle, "all inputs",
                   joint)
            .clicked) {
        commands.push_back(SetSink{allInputs});
    }
}

/// The part of the graph that is seen, as a plane of which the rest lies outside.
FlowPlane enlarged(FlowPlane plane, const MatrixWindow& window) {
    const auto zoom = static_cast<float>(window.zoom);
    plane.left -= static_cast<float>(window.x) * plane.width * zoom;
    plane.top -= static_cast<float>(window.y) * plane.height * zoom;
    plane.width *= zoom;
    plane.height *= zoom;
    plane.unit *= zoom;
    return plane;
}

/// What stands on the plot, and what the pointer says there; the plot itself comes last, so that nodes are on top.
void drawGraph(const Pen& pen, const FlowModel& model, FlowUi& ui, const FlowPlane& plane,
               const Rect& plot, Commands& commands) {
    const float edge = ui.window.isWhole() ? 24 : 6;  // half of the widest ribbon; of a node
    pen.list->PushClipRect({plot.x - edge, plot.y - edge},
                           {plot.right() + edge, plot.bottom() + edge}, true);
    noteFigure(pen, "flow", plot);
    const FlowRibbon* under = drawRibbons(pen, model, plane, ui.path);
    const Rect nodes{plot.x - edge, plot.y - edge, plot.w + 2 * edge, plot.h + 2 * edge};
    const bool onNode = drawNodes(pen, model, plane, nodes, commands);
    const Hit hit = hitArea("graph", plot);
    if (under != nullptr && !onNode && hit.hovered) lightRibbon(pen, model, plane, *under);
    pen.list->PopClipRect();
    turnPlot(hit, plot, std::max(mostZoom(plane.rows, plane.first - plane.last), 4.0), ui.window);
}

}  // namespace

void drawFlow(const Pen& pen, const FlowModel& model, FlowUi& ui, const Rect& whole,
              Commands& commands) {
    const bool narrow = whole.w < 560;
    const float choice = narrow ? 0 : choiceWidth() + 24;
    float room = whole.w - choice;
    if (!ui.window.isWhole()) {
        constexpr const char* back = "show all";
        room -= wordWidth(fonts().text, type::small, back) + 24;
        if (wordButton(pen, back, fonts().text, type::small, whole.x + room, whole.y + 10, back)
                .clicked) {
            ui.window = {};
        }
        room -= 12;
    }
    drawChoice(pen, model, narrow ? whole.x + 8 : whole.right() - choice + 24,
               whole.y + (narrow ? 34.0F : 10.0F), commands);
    const float lowered = narrow ? 24 : 0;
    const Rect area{whole.x, whole.y + lowered, whole.w, whole.h - lowered};
    titleLine(pen, whole.x, whole.y + 10, room, model.title);
    if (model.flow == nullptr) {
        textBlock(pen, fonts().text, type::body, {area.x, area.y + 40, area.w, 0}, pen.theme.muted,
                  model.standing.words);
        return;
    }
    const float captionHeight = textBlock({pen.theme, nullptr}, fonts().text, type::small,
                                          {0, 0, area.w, 0}, 0, model.caption);
    textBlock(pen, fonts().text, type::small, {area.x, area.y + 26, area.w, 0}, pen.theme.muted,
              model.caption);
    float widest = 20;
    for (const std::string& label : model.labels) {
        widest = std::max(widest, wordWidth(fonts().text, type::small, label));
    }
    const float labelWidth = std::min(widest, area.w < 560 ? 60.0F : 120.0F);
    const bool paths = area.w > 900;
    const float pathsWidth = paths ? 240 : 0;
    const FlowPlane all = flowPlane(model, area.x + labelWidth + 12, area.y + captionHeight + 52,
                                    area.w - 2 * labelWidth - 90 - (paths ? pathsWidth + 24 : 0),
                                    area.h - captionHeight - 52 - 26);
    if (all.width < 40 || all.height < 20 || all.rows == 0) return;
    const Rect plot{all.left, all.top, all.width, all.height};
    if (ui.rows != model.rows) {
        ui.rows = model.rows;
        ui.window = {};
    }
    const FlowPlane plane = enlarged(all, ui.window);
    if (paths) {
        ui.path = drawPaths(
            pen, model, {area.right() - pathsWidth, plot.y, pathsWidth, area.bottom() - plot.y});
    } else {
        ui.path = -1;
    }
    drawGraph(pen, model, ui, plane, plot, commands);
    drawRowLabels(pen, model, plane, plot, labelWidth, commands);
    drawLevels(pen, plane, plot);
}

namespace {

void drawPanel(const PanelDrawing& on, const Rect& area) {
    const FlowModel& model = on.page.of<FlowModel>();
    drawFlow(on.pen, model, on.ui.own.at<FlowUi>(), area, on.commands);
    on.sign(Panel::flow, area, model.title);
}

}  // namespace

constinit const PanelView flowView{
    .draw = drawPanel,
    .least = [](const PageModel&, float) { return 230.0F; },
    .wide =
        [](const PageModel& page, float) {
            return std::clamp(114 + 13 * static_cast<float>(page.of<FlowModel>().rows.size()),
                              238.0F, 320.0F);
        },
    .narrow = [](const PageModel&, float) { return 480.0F; },
};

}  // namespace hw
