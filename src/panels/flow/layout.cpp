// SPDX-License-Identifier: MIT
#include "panels/flow/layout.h"

#include <algorithm>
#include <cmath>

#include "protocol/query.h"

namespace hw {
namespace {

constexpr float highestRow = 40;

float unitOf(const LayerGraph& model, const FlowPlane& plane) {
    double busiest = 0;
    for (const auto& level : model.through) {
        for (const double through : level) busiest = std::max(busiest, through);
    }
    if (busiest <= 0) return 1;
    // On a phone layers are closer than ribbons are wide.
    const float apart = plane.apart();
    const float widest =
        std::min(std::clamp(plane.spacing() * 1.8F, 10.0F, 48.0F), std::max(apart * 0.8F, 6.0F));
    return widest / static_cast<float>(busiest);
}

double throughOf(const LayerGraph& model, int level, int row) {
    return model.through[level - model.startLayer][row];
}

}  // namespace

FlowPlane flowPlane(const LayerGraph& model, float left, float top, float width, float height) {
    FlowPlane plane{.left = left, .top = top, .width = width};
    plane.upper = model.layer + 1;
    plane.lower = model.startLayer;
    plane.rows = static_cast<int>(model.rows.size());
    plane.height = std::min(height, highestRow * static_cast<float>(plane.rows));
    plane.unit = unitOf(model, plane);
    return plane;
}

FlowPoint FlowBand::at(float t) const {
    const float smooth = t * t * (3 - 2 * t);
    // x(t) of a cubic with both handles at half the distance is the same polynomial in t.
    const float x = from.x + (to.x - from.x) * (1.5F * t * (1 - t) + t * t * t);
    return {x, from.y + (to.y - from.y) * smooth};
}

FlowBand flowBand(const LayerGraph& model, const FlowPlane& plane, const FlowRibbon& ribbon) {
    const float width = static_cast<float>(ribbon.amount) * plane.unit;
    const auto end = [&](int level, int row, double offset) -> FlowPoint {
        const float top =
            plane.y(row) - static_cast<float>(throughOf(model, level, row)) * plane.unit / 2;
        return {plane.x(level), top + static_cast<float>(offset) * plane.unit + width / 2};
    };
    return {end(ribbon.layer, ribbon.keyRow, ribbon.keyOffset),
            end(ribbon.layer + 1, ribbon.queryRow, ribbon.queryOffset), width};
}

FlowBand cutBand(const FlowPlane& plane, const CutLine& cut) {
    return {{plane.x(cut.layer), plane.y(cut.keyRow)},
            {plane.x(cut.layer + 1), plane.y(cut.queryRow)},
            1.5F};
}

float bandStrength(const LayerGraph& model, const FlowBand& band) {
    return model.sink == allInputs ? std::clamp(band.width, 0.15F, 1.0F) : 1.0F;
}

FlowMark cutMark(const FlowBand& band) {
    const FlowPoint middle = band.at(0.5F);
    const FlowPoint ahead = band.at(0.52F);
    const float dx = ahead.x - middle.x;
    const float dy = ahead.y - middle.y;
    const float length = std::max(std::sqrt(dx * dx + dy * dy), 0.001F);
    const float half = band.width / 2 + 4;
    const FlowPoint across{-dy / length * half, dx / length * half};
    return {{middle.x - across.x, middle.y - across.y}, {middle.x + across.x, middle.y + across.y}};
}

std::optional<FlowArrow> flowArrow(const FlowBand& band) {
    constexpr float narrowest = 6;
    if (band.width < narrowest) return {};
    const FlowPoint middle = band.at(0.7F);
    const FlowPoint ahead = band.at(0.72F);
    const float dx = ahead.x - middle.x;
    const float dy = ahead.y - middle.y;
    const float length = std::max(std::sqrt(dx * dx + dy * dy), 0.001F);
    const float half = std::min(band.width / 2 - 1, 5.0F);
    const FlowPoint along{dx / length * half, dy / length * half};
    return FlowArrow{{middle.x + along.x, middle.y + along.y},
                     {middle.x - along.x - along.y, middle.y - along.y + along.x},
                     {middle.x - along.x + along.y, middle.y - along.y - along.x}};
}

std::optional<FlowPoint> notePoint(const LayerGraph& model, const FlowPlane& plane,
                                   const NoteMark& mark) {
    if (mark.at == NotePlace::layer) {
        const int level = mark.layer + 1;
        if (level < plane.lower || level > plane.upper) return {};
        return FlowPoint{plane.x(level), plane.bottom() - 4};
    }
    if (inputOf(mark)) {
        const int row = rowOf(model, mark.keyToken);
        if (row < 0) return {};
        // The name ends before the node, and several notes begin after it.
        return FlowPoint{plane.left + 3, plane.y(row)};
    }
    if (!mark.isPair()) return {};
    for (const FlowRibbon& ribbon : model.ribbons) {
        if (ribbon.layer != mark.layer || ribbon.query != mark.queryToken ||
            ribbon.key != mark.keyToken)
            continue;
        return flowBand(model, plane, ribbon).at(0.5F);
    }
    return {};
}

FlowNode flowNode(const LayerGraph& model, const FlowPlane& plane, int level, int row) {
    const int token = model.rows[row];
    FlowNode node{{plane.x(level), plane.y(row)}, throughOf(model, level, row)};
    node.end = (level == plane.upper && token == model.source) ||
               (level == plane.lower && token == model.sink);
    node.half =
        std::max(static_cast<float>(node.through) * plane.unit / 2, node.through > 0 ? 2.0F : 0.0F);
    return node;
}

FlowNames::FlowNames(const LayerGraph& model, const FlowPlane& plane, float size)
    : plane_(plane), size_(size) {
    const auto rowOf = [&](int token) {
        return static_cast<int>(std::ranges::find(model.rows, token) - model.rows.begin());
    };
    source = rowOf(model.source);
    sink = rowOf(model.sink);
}

bool FlowNames::has(int row) {
    if (row == source || row == sink) return true;
    const float y = plane_.y(row);
    if (y < freeFrom_ || !left(row) || !right(row)) return false;
    freeFrom_ = y + size_;
    return true;
}

bool FlowNames::touches(int row, int chosen) const {
    return chosen < plane_.rows && row != chosen &&
           std::abs(plane_.y(row) - plane_.y(chosen)) < size_;
}

std::vector<FlowLevelName> levelNames(const FlowPlane& plane,
                                      const std::function<float(std::string_view)>& width) {
    const auto textAt = [](int level) {
        return level == 0 ? std::string("input"_tr) : formatText("layer {}"_tr, {level});
    };
    constexpr float gap = 10;
    float widest = 0;
    for (int level = plane.lower; level <= plane.upper; ++level)
        widest = std::max(widest, width(textAt(level)));
    const float apart = plane.apart();
    // Every second or third from the top one down, and always the lowest.
    int step = 1;
    while (step < plane.upper - plane.lower && apart * static_cast<float>(step) < widest + gap)
        ++step;
    std::vector<FlowLevelName> names;
    for (int level = plane.upper; level > plane.lower; level -= step)
        if (apart * static_cast<float>(level - plane.lower) >= widest + gap)
            names.push_back({plane.x(level), textAt(level)});
    names.push_back({plane.x(plane.lower), textAt(plane.lower)});
    std::ranges::reverse(names);
    return names;
}

}  // namespace hw
