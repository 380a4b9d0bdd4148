// SPDX-License-Identifier: MIT
#include "panels/faithfulness/view_table.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "page/models/number_phrases.h"
#include "panels/views.h"

namespace hw {
namespace {

constexpr float leastName = 72;
constexpr float headHeight = 24;
constexpr float narrowestPlot = 236;
constexpr float widestPlot = 400;
constexpr float rowHeight = 42;  ///< a number, and its interval or p below
constexpr float lineName = 14;   ///< a name at a line's end

float nameWidthOf(const FaithfulnessTable& table) {
    float widest = leastName;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const float width = wordWidth(fonts().semibold, type::small, table.row(row).name);
        widest = std::max(widest, width + 12);
    }
    return widest;
}

}  // namespace

TableBlockSize tableBlock(const FaithfulnessModel& model, const FaithfulnessTable& table,
                          float width) {
    TableBlockSize block;
    block.beside = width > 640;
    block.nameWidth = nameWidthOf(table);
    const float room = block.beside ? width - narrowestPlot - 48 : width;
    const auto layers = static_cast<float>(std::max(model.layers, 1));
    block.cellWidth = std::min((room - block.nameWidth) / layers, std::max(64.0F, width / 20));
    block.plotWidth = block.beside ? std::min(width - block.tableWidth(model.layers) - 48,
                                              std::max(widestPlot, width * 0.6F))
                                   : width;
    const auto rows = static_cast<float>(table.rows.size());
    block.plotHeight = std::max(plotHeight, rows * lineName + 30);
    const float numbers = headHeight + rows * rowHeight;
    block.height = scoreHeight + (block.beside ? std::max(numbers, block.plotHeight)
                                               : numbers + plotGap + block.plotHeight);
    return block;
}

namespace {

void drawCell(const Pen& pen, const FaithfulnessModel& model, const FaithfulnessCell& cell,
              const Rect& box) {
    const float middle = box.y + box.h * 0.34F;
    const float x = box.x + box.w / 2;
    ImFont* face = fonts().mono;
    const std::string text = shortCorrelation(cell.mean);
    const ImU32 ink = cell.best ? pen.theme.ink : pen.theme.muted;
    if (cell.best) {
        const float width = wordWidth(face, type::number, text) + 12;
        pen.list->AddRectFilled({x - width / 2, middle - 10}, {x + width / 2, middle + 10},
                                faded(pen.theme.quantity, pen.theme.dark ? 0.34F : 0.16F), 3);
    }
    textLine(pen, face, type::number, x, middle, ink, text, Align::centre);
    const std::string under = underCell(model, cell);
    if (!under.empty())
        textLine(pen, face, 10.5F, x, middle + 17, pen.theme.muted, under, Align::centre);
}

std::string exactText(const FaithfulnessModel& model, const RankedRow& row, int layer,
                      const FaithfulnessCell& cell) {
    const auto number = [](double value) {
        char text[32];
        std::snprintf(text, sizeof text, "%.6f", value);
        return inLanguage(text);
    };
    std::string out = formatText("{}, layer {}"_tr, {row.name, layer + 1}) + "\n";
    if (std::isnan(cell.mean)) return out.append("no correlation"_tr);
    out += number(cell.mean);
    if (!std::isnan(cell.low)) {
        out += "\n" + formatText("95 % interval {} to {}"_tr,
                                 {correlationNumber(cell.low), correlationNumber(cell.high)});
    }
    if (!model.overAll) {
        out += "\n" + pluralText(model.tokens, "{} token|{} tokens"_tr);
        if (std::isnan(cell.p)) return out;
        out += ", " + formatText("p {}"_tr, {shownNumber(cell.p)});
        return out + "\n" + formatText("p {} for the whole table"_tr, {shownNumber(cell.pOfTable)});
    }
    out += "\n" + formatText("standard deviation {}"_tr, {correlationNumber(cell.deviation)});
    out += "\n" + formatText("{} examples, {} constant"_tr, {cell.examples, cell.constant});
    if (!std::isnan(cell.p))
        out += "\n" + formatText("paired with the layer’s best, p {}"_tr, {shownNumber(cell.p)});
    if (!std::isnan(cell.pOfTable))
        out += "\n" + formatText("p {} for the whole table"_tr, {shownNumber(cell.pOfTable)});
    return out;
}

}  // namespace

void drawFaithfulnessTable(const Pen& pen, const FaithfulnessModel& model,
                           const FaithfulnessTable& table, const TableBlockSize& block,
                           const Rect& area, Commands& commands) {
    const int layers = model.layers;
    // A number needs 34 pixels. Models of many layers show only every second or third.
    const float cellWidth = block.cellWidth;
    const int every = std::max(1, static_cast<int>(std::ceil(34.0F / cellWidth)));
    const auto left = [&](int layer) {
        return area.x + block.nameWidth + cellWidth * static_cast<float>(layer);
    };
    const auto shows = [&](int layer) {
        const bool crowded = layer != model.layer && std::abs(layer - model.layer) < every;
        return every == 1 || layer == model.layer || (layer % every == 0 && !crowded);
    };
    hline(pen, area.x, left(layers), area.y + headHeight, pen.theme.rule);
    for (int layer = 0; layer < layers; ++layer) {
        if (!shows(layer)) continue;
        const bool here = layer == model.layer;
        textLine(pen, here ? fonts().semibold : fonts().text, type::label,
                 left(layer) + cellWidth / 2, area.y + headHeight / 2,
                 here ? pen.theme.selection : pen.theme.muted, std::to_string(layer + 1),
                 Align::centre);
    }
    for (std::size_t method = 0; method < table.methods.size(); ++method) {
        const float y = area.y + headHeight + 2 + rowHeight * static_cast<float>(method);
        const RankedRow& row = table.row(method);
        textLine(pen, isShown(model, row) ? fonts().semibold : fonts().text, type::small, area.x,
                 y + rowHeight * 0.34F, pen.theme.ink, row.name);
        if (!model.overAll && model.complete)
            textLine(pen, fonts().mono, 10.5F, area.x, y + rowHeight * 0.34F + 17, pen.theme.muted,
                     "p");
        for (int layer = 0; layer < layers; ++layer) {
            if (!shows(layer)) continue;
            const FaithfulnessCell& cell = table.methods[method][layer];
            const Rect box{left(layer), y, cellWidth, rowHeight};
            ImGui::PushID(static_cast<int>(method) * 1000 + layer);
            const Hit hit =
                hitArea("cell", {left(layer), y, cellWidth * static_cast<float>(every), rowHeight});
            ImGui::PopID();
            drawCell(pen, model, cell, box);
            if (hit.hovered) {
                ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
                commands.push_back(SetHover{{-1, -1, layer}});
                tooltip(pen, exactText(model, row, layer, cell));
            }
            if (hit.clicked) {
                if (row.ofContributions) commands.push_back(SetSide{Side::contributions});
                commands.push_back(SetMethod{row.method});
                commands.push_back(SetLayer{layer});
            }
        }
    }
}

}  // namespace hw
