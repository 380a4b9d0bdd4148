// SPDX-License-Identifier: MIT
#include "panels/flow/view_graph.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "panels/flow/view_ribbons.h"
#include "view/widgets/gesture.h"
#include "view/widgets/note_marks.h"

namespace hw {
namespace {

constexpr LocalizedText showAll = "show all"_tr;
constexpr float nameGap = 12;    ///< between nodes and their names
constexpr float valueRoom = 60;  ///< for the inputs' values before their names

/// Width of the inputs' names and values at the left of the plot.
float inputRoom(const LayerGraph& model, float labelWidth) {
    return labelWidth + nameGap + (model.sinkValues.empty() ? 0 : valueRoom);
}

bool isInput(const LayerGraph& model, const GraphNode& node) {
    return node.level == model.startLayer;
}

std::string describeNode(const LayerGraph& model, const FlowPlane& plane, const GraphNode& node) {
    const std::string& label = model.labels[node.row];
    std::string text = isInput(model, node)
                           ? formatText("{}, input"_tr, {label})
                           : formatText("{} after layer {}"_tr, {label, node.level});
    if (model.carries == WidthMeaning::weight || model.bothFiles) return text;
    const double through = flowNode(model, plane, node.level, node.row).through;
    return formatText("{} carries {}"_tr, {text, shownNumber(through)});
}

/// The pinned node, if it is drawn.
std::optional<GraphNode> pinnedNode(const LayerGraph& model, const GraphUi& ui) {
    const int row = rowOf(model, ui.pinnedToken);
    const bool there = row >= 0 && ui.pinnedLevel >= model.startLayer &&
                       ui.pinnedLevel <= model.layer + 1 && model.labels[row] == ui.pinnedLabel;
    return there ? std::optional(GraphNode{ui.pinnedLevel, row}) : std::nullopt;
}

float nodeReach(const FlowPlane& plane) {
    return std::min(std::max(plane.spacing() / 2, 4.0F), 10.0F);
}

/// The node under the pointer. Empty if something over the graph has the pointer.
std::optional<GraphNode> nodeUnder(const FlowPlane& plane, const Rect& plot) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (!plot.contains(mouse) || !ImGui::IsWindowHovered()) return {};
    const int row = static_cast<int>(std::floor((mouse.y - plane.top) / plane.spacing()));
    if (row < 0 || row >= plane.rows || std::abs(plane.y(row) - mouse.y) > nodeReach(plane))
        return {};
    for (int level = plane.lower; level <= plane.upper; ++level) {
        if (std::abs(plane.x(level) - mouse.x) <= 10) return GraphNode{level, row};
    }
    return {};
}

/// The tooltip and click of a node under the pointer.
void pointNode(const Pen& pen, const LayerGraph& model, const FlowPlane& plane,
               const GraphNode& node, bool clicked, GraphUi& ui, Commands& commands) {
    const int token = model.rows[node.row];
    const bool sinks = model.carries == WidthMeaning::flow && isInput(model, node);
    const bool isPinned = pinnedNode(model, ui) == node;
    tooltip(pen, describeNode(model, plane, node) + "\n" +
                     std::string(sinks      ? "click to show its flow"_tr
                                 : isPinned ? "click to unpin"_tr
                                            : "click to keep its edges lit"_tr));
    commands.push_back(SetHover{{token, -1, -1}});
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (!clicked) return;
    if (sinks) {
        commands.push_back(Set{&ViewState::sink, token});
    } else {
        ui.pinnedLevel = isPinned ? -1 : node.level;
        ui.pinnedToken = isPinned ? -1 : token;
        ui.pinnedLabel = model.labels[node.row];
    }
}

/// The name of the pinned node, above the plot from `left` on, with buttons that make it the output and unpin it.
void drawPinned(const Pen& pen, const LayerGraph& model, const FlowPlane& plane, const Rect& plot,
                float left, GraphUi& ui, Commands& commands) {
    const std::optional<GraphNode> pinned = pinnedNode(model, ui);
    if (!pinned) return;
    const bool flow = model.carries == WidthMeaning::flow;
    const std::string end(flow ? "flow to here"_tr : "trace from here"_tr);
    const std::string letGo("unpin"_tr);
    const bool canEnd = !isInput(model, *pinned);
    const auto width = [](const std::string& text) {
        return wordWidth(fonts().text, type::small, text) + 2 * chipPadding + 6;
    };
    const float words = width(letGo) + (canEnd ? width(end) : 0);
    WordLine line{pen, left, plot.right() + 40, plot.y - 15};
    const float room = plot.right() - left - words - 12;
    if (room > 40) {
        line.x +=
            textLine(
                pen, fonts().semibold, type::small, line.x, line.middle, pen.theme.selection,
                elided(fonts().semibold, type::small, describeNode(model, plane, *pinned), room)) +
            12;
    }
    const bool ends = canEnd && line.action(end);
    if (ends) {
        commands.push_back(SetLayer{pinned->level - 1});
        commands.push_back(SetOutput{model.rows[pinned->row], false});
    }
    if (line.action(letGo) || ends) ui.pinnedLevel = ui.pinnedToken = -1;
}

/// Nodes as dots or, if flow passes, as upright strokes. Returns true if the pointer is on one.
bool drawNodes(const Pen& pen, const LayerGraph& model, const FlowPlane& plane, const Rect& plot,
               GraphUi& ui, Commands& commands) {
    bool pointed = false;
    const float reach = nodeReach(plane);
    const std::optional<GraphNode> pinned = pinnedNode(model, ui);
    for (int level = plane.lower; level <= plane.upper; ++level) {
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
            if (pinned == GraphNode{level, row})
                pen.list->AddCircle(at, std::max(node.half, 4.0F) + 3, pen.theme.selection, 24,
                                    1.5F);
            ImGui::PushID(level * 4096 + row);
            const Hit hit = hitArea("node", {at.x - 10, at.y - reach, 20, 2 * reach});
            ImGui::PopID();
            if (!hit.hovered) continue;
            pointed = true;
            pointNode(pen, model, plane, {level, row}, hit.clicked, ui, commands);
        }
    }
    return pointed;
}

/// Inputs at the left with their values before them, outputs at the right. Returns where the heading of the values
/// ends.
float drawRowLabels(const Pen& pen, const LayerGraph& model, const FlowPlane& plane,
                    const Rect& plot, float labelWidth, Commands& commands) {
    const float size = plane.spacing() >= 15 ? type::small : type::label;
    FlowNames names(model, plane, size);
    const float number = plot.x - nameGap - labelWidth - 8;
    const float left = plot.x - inputRoom(model, labelWidth);
    const float headingEnd = left + textLine(pen, fonts().text, type::label, left, plot.y - 14,
                                             pen.theme.muted, model.inputHeading);
    for (int row = 0; row < plane.rows; ++row) {
        if (!names.has(row)) continue;
        const float y = plane.y(row);
        if (y < plot.y || y > plot.bottom()) continue;
        const std::size_t index = row;
        const std::string label = elided(fonts().text, size, model.labels[index], labelWidth);
        const bool source = row == names.source;
        const bool sink = row == names.sink;
        if (names.right(row)) {
            textLine(pen, source ? fonts().semibold : fonts().text, size, plot.right() + nameGap, y,
                     source ? pen.theme.selection : pen.theme.muted, label);
        }
        if (!names.left(row)) continue;
        textLine(pen, sink ? fonts().semibold : fonts().text, size, plot.x - nameGap, y,
                 sink ? pen.theme.selection : pen.theme.ink, label, Align::right);
        textLine(pen, fonts().mono, size - 1, number, y, pen.theme.muted,
                 index < model.sinkValues.size()
                     ? shownNumber(model.sinkValues[index], model.sinkDecimals)
                     : "",
                 Align::right);
        if (model.carries != WidthMeaning::flow) continue;
        ImGui::PushID(row);
        const Hit hit = hitArea("sink", {left, y - plane.spacing() / 2, plot.x - nameGap - left,
                                         std::max(plane.spacing(), 8.0F)});
        ImGui::PopID();
        if (hit.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        if (hit.clicked) commands.push_back(Set{&ViewState::sink, model.rows[index]});
    }
    return headingEnd;
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

/// Tokens at their names, layers at theirs, edges in the middle of their ribbons.
void drawMarks(const Pen& pen, const LayerGraph& model, const FlowPlane& plane, const Rect& plot) {
    drawNoteMarks(pen, [&](const NoteMark& mark) -> std::optional<ImVec2> {
        const auto at = notePoint(model, plane, mark);
        if (!at) return {};
        // Layers are named below the plot.
        const Rect seen{plot.x - 9, plot.y - 2, plot.w + 18, plot.h + 24};
        const ImVec2 place{at->x, at->y};
        return seen.contains(place) ? std::optional(place) : std::nullopt;
    });
}

/// The visible part of the graph, as a plane whose rest is outside.
FlowPlane enlarged(FlowPlane plane, const MatrixWindow& window) {
    const auto zoom = static_cast<float>(window.zoom);
    plane.left -= static_cast<float>(window.x) * plane.width * zoom;
    plane.top -= static_cast<float>(window.y) * plane.height * zoom;
    plane.width *= zoom;
    plane.height *= zoom;
    plane.unit *= zoom;
    return plane;
}

/// The content of the plot, and its tooltips. The plot itself comes last, so that nodes are on top.
void drawGraph(const Pen& pen, const LayerGraph& model, GraphUi& ui, int path,
               const FlowPlane& plane, const Rect& plot, Commands& commands) {
    const float edge = ui.window.isWhole() ? 24 : 6;  // half of the widest ribbon, or of a node
    pen.list->PushClipRect({plot.x - edge, plot.y - edge},
                           {plot.right() + edge, plot.bottom() + edge}, true);
    noteFigure(pen, "flow", plot);
    const Rect nodes{plot.x - edge, plot.y - edge, plot.w + 2 * edge, plot.h + 2 * edge};
    const std::optional<GraphNode> pointed = nodeUnder(plane, nodes);
    const FlowRibbon* under =
        drawRibbons(pen, model, plane, path, pointed ? pointed : pinnedNode(model, ui));
    drawCuts(pen, model, plane);
    const bool onNode = drawNodes(pen, model, plane, nodes, ui, commands);
    const Hit hit = hitArea("graph", plot);
    if (under != nullptr && !onNode && hit.hovered) {
        lightRibbon(pen, model, plane, *under);
        commands.push_back(SetHover{{under->key, under->query, under->layer}});
    }
    pen.list->PopClipRect();
    turnPlot(hit, plot, std::max(mostZoom(plane.rows, plane.upper - plane.lower), 4.0), ui.window);
}

}  // namespace

GraphPlaces graphPlaces(const LayerGraph& graph, const Rect& place, bool narrow) {
    float widest = 20;
    for (const std::string& label : graph.labels)
        widest = std::max(widest, wordWidth(fonts().semibold, type::small, label));
    GraphPlaces places;
    places.labelWidth = std::min(widest, narrow ? 60.0F : 120.0F);
    const float left = inputRoom(graph, places.labelWidth);
    places.all = flowPlane(graph, place.x + left, place.y,
                           place.w - left - places.labelWidth - nameGap, place.h - 26);
    return places;
}

void drawLayerGraph(const Pen& pen, const LayerGraph& graph, const GraphPlaces& places, GraphUi& ui,
                    int path, Commands& commands) {
    if (ui.rows != graph.rows) {
        ui.rows = graph.rows;
        ui.window = {};
    }
    const FlowPlane plane = enlarged(places.all, ui.window);
    const Rect plot = places.plot();
    drawGraph(pen, graph, ui, path, plane, plot, commands);
    const float heading = drawRowLabels(pen, graph, plane, plot, places.labelWidth, commands);
    drawPinned(pen, graph, plane, plot, std::max(plot.x, heading + 16), ui, commands);
    drawLevels(pen, plane, plot);
    drawMarks(pen, graph, plane, plot);
}

float showAllRoom(const GraphUi& ui) {
    return ui.window.isWhole() ? 0 : wordWidth(fonts().text, type::small, showAll) + 36;
}

float drawShowAll(const Pen& pen, GraphUi& ui, float right, float middle) {
    const float room = showAllRoom(ui);
    if (room > 0 &&
        actionWord(pen, "show all", fonts().text, type::small, right - room + 12, middle, showAll)
            .clicked)
        ui.window = {};
    return room;
}

}  // namespace hw
