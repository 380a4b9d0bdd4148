// SPDX-License-Identifier: MIT
#include "view/flow_view.h"

#include <algorithm>
#include <cmath>

#include "view/flow_ribbons.h"

namespace hw {
namespace {

/// Nodes as dots or, where flow passes, as upright strokes; returns true if the pointer is on one.
bool drawNodes(const Pen& pen, const FlowModel& model, const FlowPlane& plane, Commands& commands) {
    bool pointed = false;
    for (int level = plane.bottom; level <= plane.top; ++level) {
        for (int row = 0; row < plane.rows; ++row) {
            const ImVec2 at{plane.x(level), plane.y(row)};
            const double through = model.through[static_cast<std::size_t>(level - plane.bottom)]
                                                [static_cast<std::size_t>(row)];
            const int token = model.rows[static_cast<std::size_t>(row)];
            const bool end = (level == plane.top && token == model.source) ||
                             (level == plane.bottom && token == model.sink);
            const float half =
                std::max(static_cast<float>(through) * plane.unit / 2, through > 0 ? 2.0F : 0.0F);
            if (half > 0) {
                pen.list->AddRectFilled({at.x - 2, at.y - half}, {at.x + 2, at.y + half},
                                        end ? pen.theme.selection : pen.theme.ink, 1);
            } else {
                pen.list->AddCircleFilled(at, plane.spacing() > 6 ? 2.0F : 1.0F, pen.theme.ghost,
                                          8);
            }
            const float reach = std::min(std::max(plane.spacing() / 2, 4.0F), 10.0F);
            ImGui::PushID(level * 4096 + row);
            const Hit hit = hitArea("node", {at.x - 10, at.y - reach, 20, 2 * reach});
            ImGui::PopID();
            if (!hit.hovered) continue;
            pointed = true;
            ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
            const std::string& label = model.labels[static_cast<std::size_t>(row)];
            if (level == plane.bottom) {
                tooltip(pen, label + ", input: carries " + shownNumber(through) +
                                 "\nclick: flow to this input");
                if (hit.clicked) commands.push_back(SetSink{token});
            } else {
                tooltip(pen, label + " after layer " + std::to_string(level) + ": carries " +
                                 shownNumber(through) + "\nclick: flow from here");
                if (hit.clicked) {
                    commands.push_back(SetLayer{level - 1});
                    commands.push_back(SetOutput{token, false});
                }
            }
        }
    }
    return pointed;
}

/// Rows that are written by name, on either side: the chosen tokens stand, the others are thinned and make room
/// for them. Where the two chosen ones touch, each side has its own.
struct RowNames {
    RowNames(const FlowModel& model, const FlowPlane& plane, float size)
        : plane_(plane), size_(size) {
        const auto rowOf = [&](int token) {
            return static_cast<int>(std::ranges::find(model.rows, token) - model.rows.begin());
        };
        source = rowOf(model.source);
        sink = rowOf(model.sink);
    }
    /// To be asked row by row, from the top.
    bool has(int row) {
        if (row == source || row == sink) return true;
        const float y = plane_.y(row);
        if (y < freeFrom_ || !left(row) || !right(row)) return false;
        freeFrom_ = y + size_;
        return true;
    }
    bool left(int row) const { return !touches(row, source); }
    bool right(int row) const { return !touches(row, sink); }

    int source = 0;  ///< rows; that after the last if it is not shown
    int sink = 0;

private:
    bool touches(int row, int chosen) const {
        return chosen < plane_.rows && row != chosen &&
               std::abs(plane_.y(row) - plane_.y(chosen)) < size_;
    }

    const FlowPlane& plane_;
    float size_;
    float freeFrom_ = -1e9F;
};

void drawRowLabels(const Pen& pen, const FlowModel& model, const FlowPlane& plane, float labelWidth,
                   Commands& commands) {
    const float size = plane.spacing() >= 15 ? type::small : type::label;
    RowNames names(model, plane, size);
    for (int row = 0; row < plane.rows; ++row) {
        if (!names.has(row)) continue;
        const float y = plane.y(row);
        const auto index = static_cast<std::size_t>(row);
        const std::string label = elided(fonts().text, size, model.labels[index], labelWidth);
        const bool source = row == names.source;
        const bool sink = row == names.sink;
        if (names.left(row)) {
            textLine(pen, source ? fonts().semibold : fonts().text, size, plane.area.x - 12, y,
                     source ? pen.theme.selection : pen.theme.muted, label, Align::right);
        }
        if (!names.right(row)) continue;
        const float x = plane.area.right() + 12;
        textLine(pen, sink ? fonts().semibold : fonts().text, size, x, y,
                 sink ? pen.theme.selection : pen.theme.ink, label);
        textLine(pen, fonts().mono, size - 1, plane.area.right() + labelWidth + 66, y,
                 pen.theme.muted,
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

void drawLevels(const Pen& pen, const FlowPlane& plane) {
    float freeFrom = -1e9F;
    for (int level = plane.top; level >= plane.bottom; --level) {
        const std::string text =
            level == plane.bottom ? (plane.bottom == 0 ? "input" : "layer " + std::to_string(level))
                                  : "layer " + std::to_string(level);
        const float x = plane.x(level);
        const float width = wordWidth(fonts().text, type::label, text);
        const bool last = level == plane.bottom;
        const float reserve = last ? 0 : 44;
        if (x - width / 2 < freeFrom || (!last && x + width / 2 + reserve > plane.area.right())) {
            if (!last) continue;
        }
        textLine(pen, fonts().text, type::label, x, plane.area.bottom() + 12, pen.theme.muted, text,
                 Align::centre);
        freeFrom = x + width / 2 + 10;
    }
}

/// The largest paths in words; the pointed one is lit. Returns it, or -1.
int drawPaths(const Pen& pen, const FlowModel& model, const Rect& area) {
    int lit = -1;
    float y = area.y;
    heading(pen, area.x, y + 8,
            model.sink == allInputs ? "HEAVIEST PATHS TO INPUTS" : "LARGEST PATHS");
    y += 26;
    for (std::size_t i = 0; i < model.paths.size() && y + 22 <= area.bottom(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        const Hit hit = hitArea("path", {area.x - 6, y, area.w + 12, 22});
        ImGui::PopID();
        if (hit.hovered || hit.held) lit = static_cast<int>(i);
        textLine(pen, fonts().text, type::small, area.x, y + 11,
                 hit.hovered ? pen.theme.ink : pen.theme.muted,
                 elided(fonts().text, type::small, model.paths[i], area.w));
        y += 22;
    }
    return lit;
}

/// Wide enough to read, but neighbours overlap by little: the busiest node takes two rows.
float flowUnit(const FlowModel& model, const FlowPlane& plane) {
    double busiest = 0;
    for (const auto& level : model.through) {
        for (const double through : level) busiest = std::max(busiest, through);
    }
    if (busiest <= 0) return 1;
    const float widest = std::clamp(plane.spacing() * 1.8F, 10.0F, 48.0F);
    return widest / static_cast<float>(busiest);
}

/// One input or all of them: at the right of the title, on a phone below it.
void drawChoice(const Pen& pen, const FlowModel& model, float x, float middle, Commands& commands) {
    const bool joint = model.sink == allInputs;
    const float one = wordWidth(fonts().text, type::small, "one input");
    if (wordButton(pen, "one", fonts().text, type::small, x, middle, "one input", !joint).clicked &&
        joint) {
        commands.push_back(SetSink{-1});
    }
    if (wordButton(pen, "all", fonts().text, type::small, x + one + 18, middle, "all inputs", joint)
            .clicked) {
        commands.push_back(SetSink{allInputs});
    }
}

}  // namespace

void drawFlow(const Pen& pen, const FlowModel& model, FlowUi& ui, const Rect& whole,
              Commands& commands) {
    const bool narrow = whole.w < 560;
    const float choice = narrow ? 0 : 150;
    drawChoice(pen, model, narrow ? whole.x : whole.right() - choice + 24,
               whole.y + (narrow ? 34.0F : 10.0F), commands);
    const float lowered = narrow ? 24 : 0;
    const Rect area{whole.x, whole.y + lowered, whole.w, whole.h - lowered};
    titleLine(pen, whole.x, whole.y + 10, whole.w - choice, model.title);
    if (model.flow == nullptr) {
        textBlock(pen, fonts().text, type::body, {area.x, area.y + 40, area.w, 0}, pen.theme.muted,
                  model.problem.empty() ? "Computing …" : model.problem);
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
    FlowPlane plane;
    plane.area = {area.x + labelWidth + 12, area.y + captionHeight + 52,
                  area.w - 2 * labelWidth - 90 - (paths ? pathsWidth + 24 : 0),
                  area.h - captionHeight - 52 - 26};
    plane.top = model.layer + 1;
    plane.bottom = model.startLayer;
    plane.rows = static_cast<int>(model.rows.size());
    if (plane.area.w < 40 || plane.area.h < 20 || plane.rows == 0) return;
    plane.area.h = std::min(plane.area.h, 40.0F * static_cast<float>(plane.rows));
    plane.unit = flowUnit(model, plane);
    if (paths) {
        ui.path = drawPaths(
            pen, model,
            {area.right() - pathsWidth, plane.area.y, pathsWidth, area.bottom() - plane.area.y});
    } else {
        ui.path = -1;
    }
    const FlowRibbon* under = drawRibbons(pen, model, plane, ui.path);
    const bool onNode = drawNodes(pen, model, plane, commands);
    drawRowLabels(pen, model, plane, labelWidth, commands);
    drawLevels(pen, plane);
    const bool inside = plane.area.contains(ImGui::GetIO().MousePos);
    if (under != nullptr && !onNode && inside) lightRibbon(pen, model, plane, *under);
}

}  // namespace hw
