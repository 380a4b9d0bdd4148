// SPDX-License-Identifier: MIT
#include "panels/flow/view_ribbons.h"

#include <algorithm>
#include <cmath>

namespace hw {
namespace {

ImVec2 onScreen(FlowPoint point) { return {point.x, point.y}; }

void strokeBand(const Pen& pen, const FlowBand& band, ImU32 colour) {
    pen.list->PathLineTo(onScreen(band.from));
    pen.list->PathBezierCubicCurveTo({band.from.x + band.reach(), band.from.y},
                                     {band.to.x - band.reach(), band.to.y}, onScreen(band.to), 24);
    pen.list->PathStroke(colour, ImDrawFlags_None, std::max(band.width, 1.0F));
}

/// Dashes for an edge that is cut, or only in the file that was open before.
void dashBand(const Pen& pen, const FlowBand& band, ImU32 colour) {
    constexpr int dashes = 9;
    constexpr int pieces = 4;
    for (int dash = 0; dash < dashes; ++dash) {
        for (int piece = 0; piece <= pieces; ++piece) {
            const float along = 0.6F * static_cast<float>(piece) / pieces;
            const float t = (static_cast<float>(dash) + 0.2F + along) / dashes;
            pen.list->PathLineTo(onScreen(band.at(t)));
        }
        pen.list->PathStroke(colour, ImDrawFlags_None, std::max(band.width, 1.0F));
    }
}

bool onPath(const LayerGraph& model, int path, const FlowRibbon& ribbon) {
    if (path < 0 || path >= static_cast<int>(model.pathRows.size())) return false;
    const std::vector<int>& rows = model.pathRows[path];
    const int step = model.layer - ribbon.layer;
    return step + 1 < static_cast<int>(rows.size()) && rows[step] == ribbon.queryRow &&
           rows[step + 1] == ribbon.keyRow;
}

std::string carried(const LayerGraph& model, const FlowRibbon& ribbon) {
    const int decimals = decimalsFor(ribbon.capacity);
    const std::string weight = shownNumber(ribbon.capacity, decimals);
    if (ribbon.files != FilePresence::one) {
        const auto of = [](double value) {
            return std::isnan(value) ? std::string("not drawn"_tr) : shownNumber(value);
        };
        return std::string(
                   choiceNames<FilePresence>()[static_cast<std::size_t>(ribbon.files)].label) +
               "\n" + formatText("this file {}"_tr, {of(ribbon.here)}) + "\n" +
               formatText("previous file {}"_tr, {of(ribbon.before)});
    }
    switch (model.carries) {
        case WidthMeaning::weight: return formatText("weight {}"_tr, {weight});
        case WidthMeaning::share:
            return formatText("carries {} of the output’s rollout"_tr,
                              {shownNumber(ribbon.amount, decimalsFor(ribbon.amount))}) +
                   "\n" + formatText("weight {}"_tr, {weight});
        case WidthMeaning::flow: break;
    }
    std::string text =
        formatText("uses {} of {}"_tr, {shownNumber(ribbon.amount, decimals), weight});
    if (ribbon.inCut) text.append("\n").append("limits the flow (minimum cut)"_tr);
    return text;
}

}  // namespace

const FlowRibbon* drawRibbons(const Pen& pen, const LayerGraph& model, const FlowPlane& plane,
                              int path, const std::optional<GraphNode>& node) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const FlowRibbon* nearest = nullptr;
    float best = 6;
    // A node without edges dims none.
    const bool some =
        path >= 0 || (node && std::ranges::any_of(model.ribbons, [&](const auto& ribbon) {
                          return node->joins(ribbon);
                      }));
    for (const FlowRibbon& ribbon : model.ribbons) {
        const FlowBand band = flowBand(model, plane, ribbon);
        const bool lit = ribbon.isLit || onPath(model, path, ribbon) ||
                         (path < 0 && node && node->joins(ribbon));
        const bool two = ribbon.files != FilePresence::one;
        const float strength = some ? (lit ? 0.95F : 0.16F) : two ? 0.75F : 0.5F;
        const ImU32 colour = two ? filesColour(ribbon.files, pen.theme.dark) : pen.theme.quantity;
        (ribbon.files == FilePresence::earlier ? dashBand : strokeBand)(
            pen, band, faded(colour, lit ? strength : strength * bandStrength(model, band)));
        if (mouse.x < band.from.x || mouse.x > band.to.x) continue;
        const float t = (mouse.x - band.from.x) / std::max(band.to.x - band.from.x, 1.0F);
        const float distance = std::abs(band.at(t).y - mouse.y) - band.width / 2;
        if (distance < best) {
            best = distance;
            nearest = &ribbon;
        }
    }
    for (const FlowRibbon& ribbon : model.ribbons) {
        const FlowBand band = flowBand(model, plane, ribbon);
        if (const auto arrow = flowArrow(band)) {
            for (const FlowPoint end : {arrow->left, arrow->right})
                pen.list->AddLine(onScreen(end), onScreen(arrow->tip), pen.theme.ground, 1.5F);
        }
        if (!ribbon.inCut) continue;
        const FlowMark mark = cutMark(band);
        pen.list->AddLine(onScreen(mark.from), onScreen(mark.to), pen.theme.cut, 2);
    }
    return nearest;
}

void drawCuts(const Pen& pen, const LayerGraph& model, const FlowPlane& plane) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const CutLine* nearest = nullptr;
    float best = 5;
    for (const CutLine& cut : model.cuts) {
        const FlowBand band = cutBand(plane, cut);
        dashBand(pen, band, pen.theme.cut);
        if (mouse.x < band.from.x || mouse.x > band.to.x) continue;
        const float t = (mouse.x - band.from.x) / std::max(band.to.x - band.from.x, 1.0F);
        const float distance = std::abs(band.at(t).y - mouse.y);
        if (distance < best) {
            best = distance;
            nearest = &cut;
        }
    }
    if (nearest != nullptr) tooltip(pen, nearest->label);
}

void lightRibbon(const Pen& pen, const LayerGraph& model, const FlowPlane& plane,
                 const FlowRibbon& ribbon) {
    strokeBand(pen, flowBand(model, plane, ribbon), faded(pen.theme.ink, 0.7F));
    numberTip(
        pen, formatText("{} → {}, layer {}"_tr, {model.labels[ribbon.keyRow],
                                                 model.labels[ribbon.queryRow], ribbon.layer + 1}) +
                 "\n" + carried(model, ribbon));
}

}  // namespace hw
