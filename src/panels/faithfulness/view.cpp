// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "page/models/number_phrases.h"
#include "page/state/command.h"
#include "panels/faithfulness/model.h"
#include "panels/faithfulness/view_plot.h"
#include "panels/faithfulness/view_table.h"
#include "panels/rankings/view.h"
#include "panels/views.h"
#include "view/widgets/widgets.h"

namespace hw {
namespace {

constexpr float titleHeight = 34;
constexpr float blockGap = 26;

/// "[CLS] ranked | excluded" shows both words, so that neither is mistaken for the other.
void drawRanked(WordLine& line, const FaithfulnessModel& model,
                const FaithfulnessModel::Choice& choice, Commands& commands) {
    const auto width = [](std::string_view text) {
        return wordWidth(fonts().semibold, type::small, text);
    };
    const auto chip = [&](std::string_view text) {
        return std::max(width(text) + 2 * chipPadding, targetHeight(line.pen.theme, 0));
    };
    constexpr LocalizedText ranked = "ranked"_tr;
    constexpr LocalizedText excluded = "excluded"_tr;
    line.makeRoom(width(choice.token) + 8 + chip(ranked) + line.gap + chip(excluded));
    line.x += textLine(line.pen, fonts().text, type::small, line.x, line.middle,
                       line.pen.theme.muted, choice.token) +
              8;
    ImGui::PushID(choice.token.c_str());
    const bool in = line.choice(ranked, !choice.leftOut) && choice.leftOut;
    const bool out = line.choice(excluded, choice.leftOut) && !choice.leftOut;
    ImGui::PopID();
    line.x += line.gap;
    if (!in && !out) return;
    std::vector<std::string> next = model.leftOut;
    if (in) std::erase(next, choice.token);
    if (out) next.push_back(choice.token);
    commands.push_back(Set{&ViewState::leftOut, std::move(next)});
}

/// The choice of examples and tokens for the table.
float drawChoices(const Pen& pen, const FaithfulnessModel& model, const Rect& area,
                  Commands& commands) {
    WordLine line{pen, area.x, area.right(), area.y + 12};
    if (model.examples > 1) {
        if (line.choice(pluralText(model.examples, "all {} example|all {} examples"_tr),
                        model.overAll)) {
            commands.push_back(Set{&ViewState::thisExampleOnly, false});
        }
        if (line.choice("this example"_tr, !model.overAll))
            commands.push_back(Set{&ViewState::thisExampleOnly, true});
        line.x += line.gap;
    }
    if (line.choice("words"_tr, model.among == RankingScope::words))
        commands.push_back(Set{&ViewState::among, RankingScope::words});
    if (line.choice("all tokens"_tr, model.among == RankingScope::all))
        commands.push_back(Set{&ViewState::among, RankingScope::all});
    line.x += line.gap;
    for (const FaithfulnessModel::Choice& choice : model.choices)
        drawRanked(line, model, choice, commands);
    return line.middle + 22 - area.y;
}

/// The progress of the table, and a way to stop it. Returns the width it takes at the right of the area.
float drawProgress(const Pen& pen, const FaithfulnessModel& model, const Rect& area,
                   Commands& commands) {
    if (!model.ready || model.complete) return 0;
    const float track = isNarrow(area.w) ? 0 : 80;  // a phone shows only the words
    constexpr float gap = 12;
    float x = area.right();
    x -= stopLine(pen, x, area.y + 10, type::label, describeProgress(model), model.stopped,
                  commands) +
         gap;
    const auto share = track * static_cast<float>(model.share);
    pen.list->AddRectFilled({x - track, area.y + 9}, {x, area.y + 11}, pen.theme.rule);
    pen.list->AddRectFilled({x - track, area.y + 9}, {x - track + share, area.y + 11},
                            pen.theme.quantity);
    return area.right() - (x - track) + gap;
}

/// Height of everything at this width.
float faithfulnessHeight(const FaithfulnessModel& model, float width, bool touch) {
    Theme colours;
    colours.touch = touch;
    float tables = model.tables.empty() ? plotHeight : 0;
    for (const FaithfulnessTable& table : model.tables)
        tables += tableBlock(model, table, width - 12).height + blockGap;
    const float caption = textBlock({colours, nullptr}, fonts().text, type::small,
                                    {0, 0, std::min(width - 12, 720.0F), 0}, 0, model.caption);
    const float more = titleBlock({colours, nullptr}, 0, 0, width - aboutRoom, model.title);
    // The choices take up to three lines on a phone.
    const float choices = 12 + 3 * targetHeight(colours, 28);
    float rankings = 0;
    for (const Rankings& each : model.rankings) rankings += rankingsRoom(each, touch, width - 12);
    return rankings + titleHeight + more + choices + tables + caption + 24;
}

/// One table for each importance score, with methods by layers and the best of each layer marked, and next to it the
/// same as lines over the layers. A click on a number selects its method and layer. Scrolls if it is taller than
/// `area`. O(scores * layers).
void drawFaithfulness(const Pen& pen, const FaithfulnessModel& model, const Rect& area,
                      Commands& commands) {
    const float taken = drawProgress(pen, model, area, commands);
    const float more =
        titleBlock(pen, area.x, area.y + 10, area.w - taken - aboutRoom, model.title);
    float y = area.y + titleHeight + more;
    y += drawChoices(pen, model, {area.x, y, area.w, 0}, commands) + 6;
    if (model.standing.isRefused() || !model.ready) {
        textBlock(pen, fonts().text, type::body, {area.x, y + 8, area.w, 0}, pen.theme.muted,
                  model.standing.text);
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
        const TableBlockSize block = tableBlock(model, table, width);
        ImGui::PushID(static_cast<int>(i));
        textLine(inner, fonts().semibold, type::body, area.x, at + 8, pen.theme.ink,
                 formatText("against {}"_tr, {table.name}));
        const float top = at + scoreHeight;
        // If they do not fit side by side the curves come first, since a table of many numbers can wait.
        const Rect plot = block.beside ? Rect{area.x + block.tableWidth(model.layers) + 48, at,
                                              block.plotWidth, block.height}
                                       : Rect{area.x, top, width, block.plotHeight};
        drawFaithfulnessPlot(inner, model, table, plot);
        const float below = block.beside ? top : plot.bottom() + plotGap;
        drawFaithfulnessTable(inner, model, table, block, {area.x, below, 0, 0}, commands);
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
    .leastHeight = [](const PageModel& page,
                      float width) { return std::min(wholeHeight(page, width), 280.0F); },
    .wideHeight = wholeHeight,
    .narrowHeight = wholeHeight,
};

}  // namespace hw
