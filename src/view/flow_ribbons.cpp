// SPDX-License-Identifier: MIT
#include "view/flow_ribbons.h"

#include <algorithm>
#include <cmath>

namespace hw {
namespace {

/// A cubic with level ends, as in any diagram of flow.
struct Band {
    ImVec2 from, to;
    ImVec2 at(float t) const {
        const float smooth = t * t * (3 - 2 * t);
        // x(t) of the cubic with both handles at half way is the same polynomial mix of t.
        const float x = from.x + (to.x - from.x) * (1.5F * t * (1 - t) + t * t * t);
        return {x, from.y + (to.y - from.y) * smooth};
    }
};

Band bandOf(const FlowPlane& plane, const FlowModel& model, const FlowRibbon& ribbon) {
    const auto top = [&](int level, int row) {
        const double through = model.through[static_cast<std::size_t>(level - model.startLayer)]
                                            [static_cast<std::size_t>(row)];
        return plane.y(row) - static_cast<float>(through) * plane.unit / 2;
    };
    const auto half = static_cast<float>(ribbon.amount) * plane.unit / 2;
    return {
        {plane.x(ribbon.layer + 1), top(ribbon.layer + 1, ribbon.fromRow) +
                                        static_cast<float>(ribbon.fromOffset) * plane.unit + half},
        {plane.x(ribbon.layer), top(ribbon.layer, ribbon.toRow) +
                                    static_cast<float>(ribbon.toOffset) * plane.unit + half}};
}

void strokeBand(const Pen& pen, const Band& band, float width, ImU32 colour) {
    const float reach = (band.to.x - band.from.x) * 0.5F;
    pen.list->PathLineTo(band.from);
    pen.list->PathBezierCubicCurveTo({band.from.x + reach, band.from.y},
                                     {band.to.x - reach, band.to.y}, band.to, 24);
    pen.list->PathStroke(colour, ImDrawFlags_None, std::max(width, 1.0F));
}

/// A short bar across the middle of a ribbon: here the minimum cut runs.
void markCut(const Pen& pen, const Band& band, float width) {
    const ImVec2 middle = band.at(0.5F);
    const ImVec2 ahead = band.at(0.52F);
    const float dx = ahead.x - middle.x;
    const float dy = ahead.y - middle.y;
    const float length = std::max(std::sqrt(dx * dx + dy * dy), 0.001F);
    const float half = width / 2 + 4;
    const ImVec2 across{-dy / length * half, dx / length * half};
    pen.list->AddLine({middle.x - across.x, middle.y - across.y},
                      {middle.x + across.x, middle.y + across.y}, pen.theme.selection, 2);
}

bool onPath(const FlowModel& model, int path, const FlowRibbon& ribbon) {
    if (path < 0 || path >= static_cast<int>(model.pathRows.size())) return false;
    const std::vector<int>& rows = model.pathRows[static_cast<std::size_t>(path)];
    const int step = model.layer - ribbon.layer;
    return step + 1 < static_cast<int>(rows.size()) &&
           rows[static_cast<std::size_t>(step)] == ribbon.fromRow &&
           rows[static_cast<std::size_t>(step) + 1] == ribbon.toRow;
}

}  // namespace

const FlowRibbon* drawRibbons(const Pen& pen, const FlowModel& model, const FlowPlane& plane,
                              int path) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const FlowRibbon* nearest = nullptr;
    float best = 6;
    for (const FlowRibbon& ribbon : model.ribbons) {
        const Band band = bandOf(plane, model, ribbon);
        const float width = static_cast<float>(ribbon.amount) * plane.unit;
        const bool lit = onPath(model, path, ribbon);
        float strength = path >= 0 ? (lit ? 0.95F : 0.16F) : 0.5F;
        // A joint flow runs along every edge: what is thinner than a line is drawn as faint as it is thin.
        if (model.sink == allInputs && !lit) strength *= std::clamp(width, 0.15F, 1.0F);
        strokeBand(pen, band, width, faded(pen.theme.quantity, strength));
        if (mouse.x < band.from.x || mouse.x > band.to.x) continue;
        const float t = (mouse.x - band.from.x) / std::max(band.to.x - band.from.x, 1.0F);
        const float distance = std::abs(band.at(t).y - mouse.y) - width / 2;
        if (distance < best) {
            best = distance;
            nearest = &ribbon;
        }
    }
    for (const FlowRibbon& ribbon : model.ribbons) {
        if (!ribbon.inCut) continue;
        markCut(pen, bandOf(plane, model, ribbon), static_cast<float>(ribbon.amount) * plane.unit);
    }
    return nearest;
}

void lightRibbon(const Pen& pen, const FlowModel& model, const FlowPlane& plane,
                 const FlowRibbon& ribbon) {
    const Band band = bandOf(plane, model, ribbon);
    strokeBand(pen, band, static_cast<float>(ribbon.amount) * plane.unit,
               faded(pen.theme.selection, 0.7F));
    const int decimals = decimalsFor(ribbon.capacity);
    tooltip(pen, model.labels[static_cast<std::size_t>(ribbon.fromRow)] + " to " +
                     model.labels[static_cast<std::size_t>(ribbon.toRow)] + ", layer " +
                     std::to_string(ribbon.layer + 1) + "\nuses " +
                     shownNumber(ribbon.amount, decimals) + " of " +
                     shownNumber(ribbon.capacity, decimals) +
                     (ribbon.inCut ? "\nin the minimum cut: it limits the flow" : ""));
}

}  // namespace hw
