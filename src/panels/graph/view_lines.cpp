// SPDX-License-Identifier: MIT
#include "panels/graph/view_lines.h"

#include <algorithm>
#include <cmath>

#include "panels/graph/head_colour.h"
#include "view/widgets/gesture.h"
#include "view/widgets/note_marks.h"

namespace hw {
namespace {

/// Both columns' places, in one zoom.
struct Columns {
    Rect plot;
    MatrixAxis queries;
    MatrixAxis keys;
    ImVec2 from(int key) const { return {plot.x, keys.middle(key)}; }
    ImVec2 to(int query) const { return {plot.right(), queries.middle(query)}; }
};

float distanceTo(ImVec2 point, ImVec2 from, ImVec2 to) {
    const float dx = to.x - from.x;
    const float dy = to.y - from.y;
    const float length = std::max(std::sqrt(dx * dx + dy * dy), 1.0F);
    return std::abs((point.x - from.x) * dy - (point.y - from.y) * dx) / length;
}

void fullLine(const Pen& pen, ImVec2 from, ImVec2 to, ImU32 colour, float thick) {
    pen.list->AddLine(from, to, colour, thick);
}

void dashLine(const Pen& pen, ImVec2 from, ImVec2 to, ImU32 colour, float thick) {
    const ImVec2 way{to.x - from.x, to.y - from.y};
    const float step = 10 / std::max(std::sqrt(way.x * way.x + way.y * way.y), 10.0F);
    const auto at = [&](float t) { return ImVec2{from.x + way.x * t, from.y + way.y * t}; };
    for (float t = 0; t < 1; t += step)
        pen.list->AddLine(at(t), at(std::min(t + 0.6F * step, 1.0F)), colour, thick);
}

/// The opacity of a line. Lines under the pointer or of chosen outputs have their full colour.
float strengthOf(const GraphModel& model, const GraphLine& line) {
    const Hover& hover = model.hover;
    if (hover.query >= 0) return line.query == hover.query ? 1.0F : 0.06F;
    if (hover.key >= 0) return line.key == hover.key ? 1.0F : 0.06F;
    if (model.outputs.empty()) return 1;
    return std::ranges::find(model.outputs, line.query) != model.outputs.end() ? 1.0F : 0.35F;
}

/// With many rows, lines are closer than their width, so they are fainter and crossings stay visible.
float crowdedStrength(const Columns& columns) {
    const auto spacing = static_cast<float>(std::min(columns.queries.cell(), columns.keys.cell()));
    return std::clamp(spacing / 3, 0.16F, 1.0F);
}

/// Returns the line under the pointer, or null.
const GraphLine* drawAll(const Pen& pen, const GraphModel& model, const Columns& columns) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const GraphLine* nearest = nullptr;
    float best = 4;
    const float crowded = crowdedStrength(columns);
    for (const GraphLine& line : model.lines) {
        const ImVec2 from = columns.from(line.key);
        const ImVec2 to = columns.to(line.query);
        const float top = std::min(from.y, to.y);
        if (top > columns.plot.bottom() || std::max(from.y, to.y) < columns.plot.y) continue;
        const float share = model.largest > 0 ? line.value / model.largest : 0;
        const float strength = strengthOf(model, line);
        // Lines of the chosen outputs and under the pointer keep their full colour.
        const float drawn = strength < 1 || model.outputs.empty() ? strength * crowded : strength;
        const bool two = line.files != FilePresence::one;
        const ImU32 colour = line.head >= 0 ? headColour(line.head, model.heads, pen.theme.dark)
                             : two          ? filesColour(line.files, pen.theme.dark)
                                            : pen.theme.quantity;
        const ImU32 shade = faded(colour, std::max(share, two ? 0.3F : 0.08F) * drawn);
        (line.files == FilePresence::earlier ? dashLine : fullLine)(pen, from, to, shade,
                                                                    1 + 1.5F * share);
        if (strength < 0.1F) continue;
        const float distance = distanceTo(mouse, from, to);
        // Of two equally near lines, takes the larger one, which is on top.
        if (distance <= best + 0.5F) {
            best = std::min(best, distance);
            nearest = &line;
        }
    }
    return nearest;
}

/// One column's names. Inputs are at the left, `outputs` at the right.
void drawNames(const Pen& pen, const GraphModel& model, const Columns& columns, bool outputs,
               float width, Commands& commands) {
    const MatrixAxis& axis = outputs ? columns.queries : columns.keys;
    const auto& labels = outputs ? model.queryLabels : model.keyLabels;
    const auto& tokens = outputs ? model.queryTokens : model.keyTokens;
    const float size = axis.cell() >= 15 ? type::small : type::label;
    const int step = labelStep(axis.cell(), static_cast<double>(size) + 1);
    for (int i = axis.firstSeen(); i < axis.endSeen(); ++i) {
        const std::size_t index = i;
        const float y = axis.middle(i);
        const bool chosen = outputs && std::ranges::find(model.outputs, i) != model.outputs.end();
        const bool pointed = (outputs ? model.hover.query : model.hover.key) == i;
        // The chosen names are always shown. The others are thinned out and give way to them.
        const bool crowded = outputs && std::ranges::any_of(model.outputs, [&](int output) {
                                 return output != i && std::abs(axis.middle(output) - y) < size;
                             });
        if (!chosen && !pointed && (i % step != 0 || crowded)) continue;
        if (y < columns.plot.y - 2 || y > columns.plot.bottom() + 2) continue;
        const float x = outputs ? columns.plot.right() + 10 : columns.plot.x - 10;
        ImFont* font = chosen ? fonts().semibold : fonts().text;
        const ImU32 colour = chosen    ? pen.theme.selection
                             : pointed ? pen.theme.ink
                                       : pen.theme.muted;
        textLine(pen, font, size, x, y, colour, elided(font, size, labels[index], width),
                 outputs ? Align::left : Align::right);
        const float half = std::max(static_cast<float>(axis.cell()) * static_cast<float>(step) / 2,
                                    pen.theme.touch ? 10.0F : 4.0F);
        ImGui::PushID(outputs ? i : -1 - i);
        const Hit hit =
            hitArea("token", {outputs ? x - 6 : x - width, y - half, width + 6, 2 * half});
        ImGui::PopID();
        if (!hit.hovered) continue;
        const int token = tokens[index];
        commands.push_back(SetHover{outputs ? Hover{-1, token, -1} : Hover{token, -1, -1}});
        if (!outputs) continue;
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        if (hit.clicked) commands.push_back(SetOutput{token, addsToChoice()});
    }
}

void tellLine(const Pen& pen, const GraphModel& model, const Columns& columns,
              const GraphLine& line) {
    pen.list->AddLine(columns.from(line.key), columns.to(line.query), pen.theme.ink, 2);
    std::string text = model.keyLabels[line.key] + " → " + model.queryLabels[line.query] + "\n" +
                       (line.files == FilePresence::one
                            ? exactText(line.value)
                            : formatText("this file {}"_tr, {exactText(line.here)}) + "\n" +
                                  formatText("previous file {}"_tr, {exactText(line.before)}));
    if (line.head >= 0) text += ", " + formatText("head {}"_tr, {line.head + 1});
    tooltip(pen, text);
}

/// Pairs of this layer in the middle of their lines, tokens at the columns' edges.
void drawMarks(const Pen& pen, const Columns& columns) {
    drawNoteMarks(pen, [&](const NoteMark& mark) -> std::optional<ImVec2> {
        std::optional<ImVec2> at;
        if (const auto cell = cellOf(mark, pen.notes->layer)) {
            const ImVec2 from = columns.from(cell->col);
            const ImVec2 to = columns.to(cell->row);
            at = ImVec2{(from.x + to.x) / 2, (from.y + to.y) / 2};
        } else if (const auto key = inputOf(mark)) {
            at = columns.from(*key);
        } else if (const auto query = outputOf(mark)) {
            at = columns.to(*query);
        }
        const Rect& plot = columns.plot;
        if (at && (at->y < plot.y || at->y > plot.bottom())) at.reset();
        return at;
    });
}

}  // namespace

void drawLines(const Pen& pen, const GraphModel& model, LinesUi& ui, const Rect& place,
               Commands& commands) {
    float widest = 20;
    for (const auto* labels : {&model.queryLabels, &model.keyLabels}) {
        for (const std::string& label : *labels)
            widest = std::max(widest, wordWidth(fonts().semibold, type::small, label));
    }
    const float width = std::min(widest, isNarrow(place.w) ? 80.0F : 140.0F);
    const auto rows = static_cast<int>(model.queryLabels.size());
    const auto cols = static_cast<int>(model.keyLabels.size());
    const int most = std::max(rows, cols);
    Columns columns{{place.x + width + 12, place.y, place.w - 2 * width - 24, place.h}, {}, {}};
    Rect& plot = columns.plot;
    plot.w = std::min(plot.w, 640.0F);
    plot.h = std::min(plot.h, 40.0F * static_cast<float>(most));
    if (plot.w < 30 || plot.h < 20 || most == 0) return;
    if (ui.tokens != model.keyTokens) {
        ui.tokens = model.keyTokens;
        ui.window = {};
    }
    columns.queries = matrixAxis(plot.y, plot.h, rows, ui.window.y, ui.window.zoom);
    columns.keys = matrixAxis(plot.y, plot.h, cols, ui.window.y, ui.window.zoom);
    pen.list->PushClipRect({plot.x - 1, plot.y - 2}, {plot.right() + 1, plot.bottom() + 2}, true);
    noteFigure(pen, "lines", plot);
    const GraphLine* under = drawAll(pen, model, columns);
    const Hit hit = hitArea("line plot", plot);
    if (under != nullptr && hit.hovered) tellLine(pen, model, columns, *under);
    pen.list->PopClipRect();
    turnPlot(hit, plot, std::max(mostZoom(most, 1), 1.0), ui.window);
    drawNames(pen, model, columns, false, width, commands);
    drawNames(pen, model, columns, true, width, commands);
    drawMarks(pen, columns);
}

}  // namespace hw
