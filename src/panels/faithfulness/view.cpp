// SPDX-License-Identifier: MIT
#include "panels/faithfulness/view.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "page/models/number_words.h"
#include "panels/faithfulness/view_plot.h"
#include "panels/rankings/view.h"
#include "panels/views.h"

namespace hw {
namespace {

constexpr float titleHeight = 34;
constexpr float leastName = 72;
constexpr float headHeight = 24;
constexpr float scoreHeight = 28;
constexpr float blockGap = 26;
constexpr float narrowestPlot = 236;
constexpr float widestPlot = 400;
constexpr float plotHeight = 128;  ///< where nothing stands beside it
constexpr float rowHeight = 42;    ///< a number, and below it what chance says
constexpr float lineName = 14;     ///< a name at a line's end
constexpr float plotGap = 16;

struct Block {
    bool beside = false;  ///< the plot stands at the right of the table
    float nameWidth = 0;
    float cellWidth = 0;
    float plotWidth = 0;
    float plotHeight = 0;
    float height = 0;
    float tableWidth(int layers) const {
        return nameWidth + cellWidth * static_cast<float>(layers);
    }
};

float nameWidthOf(const FaithfulnessTable& table) {
    float widest = leastName;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const float width = wordWidth(fonts().semibold, type::small, table.row(row).name);
        widest = std::max(widest, width + 12);
    }
    return widest;
}

Block blockFor(const FaithfulnessModel& model, const FaithfulnessTable& table, float width) {
    Block block;
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
    std::string out = say("{}, layer {}"_tr, {row.name, layer + 1}) + "\n";
    if (std::isnan(cell.mean)) return out.append("no correlation"_tr);
    out += number(cell.mean);
    if (!std::isnan(cell.low)) {
        out += "\n" + say("95 % interval {} to {}"_tr,
                          {correlationNumber(cell.low), correlationNumber(cell.high)});
    }
    if (!model.overAll) {
        out += "\n" + counted(model.tokens, "{} token|{} tokens"_tr);
        if (std::isnan(cell.p)) return out;
        out += ", " + say("p {}"_tr, {shownNumber(cell.p)});
        return out + "\n" + say("p {} of the whole table"_tr, {shownNumber(cell.pOfTable)});
    }
    out += "\n" + say("standard deviation {}"_tr, {correlationNumber(cell.deviation)});
    out += "\n" + say("{} examples, {} constant"_tr, {cell.examples, cell.constant});
    if (!std::isnan(cell.p))
        out += "\n" + say("paired with the layer’s best: p {}"_tr, {shownNumber(cell.p)});
    return out;
}

void drawTable(const Pen& pen, const FaithfulnessModel& model, const FaithfulnessTable& table,
               const Block& block, const Rect& area, Commands& commands) {
    const int layers = model.layers;
    // A number needs 34 pixels; models of many layers show every second or third.
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

/// "[CLS] ranked | left out": both words stand there, so that none is read for the other.
void drawRanked(WordLine& line, const FaithfulnessModel& model,
                const FaithfulnessModel::Choice& choice, Commands& commands) {
    const auto width = [](std::string_view text) {
        return wordWidth(fonts().semibold, type::small, text);
    };
    const auto chip = [&](std::string_view text) {
        return std::max(width(text) + 2 * chipPadding, targetHeight(line.pen.theme, 0));
    };
    constexpr Words ranked = "ranked"_tr;
    constexpr Words leftOut = "left out"_tr;
    line.makeRoom(width(choice.token) + 8 + chip(ranked) + line.gap + chip(leftOut));
    line.x += textLine(line.pen, fonts().text, type::small, line.x, line.middle,
                       line.pen.theme.muted, choice.token) +
              8;
    ImGui::PushID(choice.token.c_str());
    const bool in = line.word(ranked, !choice.leftOut) && choice.leftOut;
    const bool out = line.word(leftOut, choice.leftOut) && !choice.leftOut;
    ImGui::PopID();
    line.x += line.gap;
    if (!in && !out) return;
    std::vector<std::string> next = model.leftOut;
    if (in) std::erase(next, choice.token);
    if (out) next.push_back(choice.token);
    commands.push_back(SetLeftOut{std::move(next)});
}

/// What the table is about: which examples, which tokens.
float drawChoices(const Pen& pen, const FaithfulnessModel& model, const Rect& area,
                  Commands& commands) {
    if (model.examples < 2 && model.choices.empty()) return 0;
    WordLine line{pen, area.x, area.right(), area.y + 12};
    if (model.examples > 1) {
        if (line.word(counted(model.examples, "all {} example|all {} examples"_tr),
                      model.overAll)) {
            commands.push_back(SetThisExampleOnly{false});
        }
        if (line.word("this example"_tr, !model.overAll))
            commands.push_back(SetThisExampleOnly{true});
        line.x += line.gap;
    }
    for (const FaithfulnessModel::Choice& choice : model.choices)
        drawRanked(line, model, choice, commands);
    return line.middle + 22 - area.y;
}

/// How far the table is, and a way to stop it. Returns the width it takes at the right of the area.
float drawProgress(const Pen& pen, const FaithfulnessModel& model, const Rect& area,
                   Commands& commands) {
    if (!model.ready || model.complete) return 0;
    const float track = isNarrow(area.w) ? 0 : 80;  // a phone has the words
    constexpr float gap = 12;
    float x = area.right();
    x -= stopLine(pen, x, area.y + 10, type::label, progressWords(model), model.stopped, commands) +
         gap;
    const auto share = track * static_cast<float>(model.share);
    pen.list->AddRectFilled({x - track, area.y + 9}, {x, area.y + 11}, pen.theme.rule);
    pen.list->AddRectFilled({x - track, area.y + 9}, {x - track + share, area.y + 11},
                            pen.theme.quantity);
    return area.right() - (x - track) + gap;
}

}  // namespace

float faithfulnessHeight(const FaithfulnessModel& model, float width, bool touch) {
    Theme colours;
    colours.touch = touch;
    float tables = model.tables.empty() ? plotHeight : 0;
    for (const FaithfulnessTable& table : model.tables)
        tables += blockFor(model, table, width - 12).height + blockGap;
    const float caption = textBlock({colours, nullptr}, fonts().text, type::small,
                                    {0, 0, std::min(width - 12, 720.0F), 0}, 0, model.caption);
    const float more = titleBlock({colours, nullptr}, 0, 0, width - aboutRoom, model.title);
    // The choices take up to three lines on a phone.
    const float choices = 12 + 3 * targetHeight(colours, 28);
    float rankings = 0;
    for (const Rankings& each : model.rankings) rankings += rankingsRoom(each, touch, width - 12);
    return rankings + titleHeight + more + choices + tables + caption + 24;
}

void drawFaithfulness(const Pen& pen, const FaithfulnessModel& model, const Rect& area,
                      Commands& commands) {
    const float taken = drawProgress(pen, model, area, commands);
    const float more =
        titleBlock(pen, area.x, area.y + 10, area.w - taken - aboutRoom, model.title);
    float y = area.y + titleHeight + more;
    y += drawChoices(pen, model, {area.x, y, area.w, 0}, commands) + 6;
    if (model.standing.isRefused() || !model.ready) {
        textBlock(pen, fonts().text, type::body, {area.x, y + 8, area.w, 0}, pen.theme.muted,
                  model.standing.words);
        return;
    }
    const Rect body{area.x, y, area.w, area.bottom() - y};
    ImGui::SetCursorScreenPos(body.min());
    ImGui::BeginChild("faithfulness", body.size(), ImGuiChildFlags_None,
                      ImGuiWindowFlags_NoBackground);
    const Pen inner{pen.theme, ImGui::GetWindowDrawList()};
    const float width = area.w - 12;
    float at = body.y - ImGui::GetScrollY() + 6;
    for (std::size_t i = 0; i < model.tables.size(); ++i) {
        const FaithfulnessTable& table = model.tables[i];
        const Block block = blockFor(model, table, width);
        ImGui::PushID(static_cast<int>(i));
        textLine(inner, fonts().semibold, type::body, area.x, at + 8, pen.theme.ink,
                 say("against {}"_tr, {table.name}));
        const float top = at + scoreHeight;
        // Where there is no room beside it the curves come first: a table of many numbers can wait.
        const Rect plot = block.beside ? Rect{area.x + block.tableWidth(model.layers) + 48, at,
                                              block.plotWidth, block.height}
                                       : Rect{area.x, top, width, block.plotHeight};
        drawFaithfulnessPlot(inner, model, table, plot);
        const float below = block.beside ? top : plot.bottom() + plotGap;
        drawTable(inner, model, table, block, {area.x, below, 0, 0}, commands);
        ImGui::PopID();
        at += block.height + blockGap;
    }
    at += textBlock(inner, fonts().text, type::small, {area.x, at, std::min(width, 720.0F), 0},
                    pen.theme.muted, model.caption);
    for (std::size_t i = 0; i < model.rankings.size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        at += rankingsGap +
              drawRankings(inner, model.rankings[i], {area.x, at + rankingsGap, width, 0});
        ImGui::PopID();
    }
    ImGui::SetCursorScreenPos({body.x, at + 12});
    ImGui::Dummy({1, 1});
    ImGui::EndChild();
}

namespace {

void drawPanel(const PanelDrawing& on, const Rect& area) {
    const FaithfulnessModel& model = on.page.of<FaithfulnessModel>();
    drawFaithfulness(on.pen, model, area, on.commands);
    on.sign(Panel::faithfulness, area, model.title);
}

float wholeHeight(const PageModel& page, float width) {
    return faithfulnessHeight(page.of<FaithfulnessModel>(), width, page.surroundings.touch);
}

}  // namespace

constinit const PanelView faithfulnessView{
    .draw = drawPanel,
    .least = [](const PageModel& page,
                float width) { return std::min(wholeHeight(page, width), 280.0F); },
    .wide = wholeHeight,
    .narrow = wholeHeight,
};

}  // namespace hw
