// SPDX-License-Identifier: MIT
#include "panels/rankings/view.h"

#include <algorithm>
#include <cmath>

#include "page/models/number_phrases.h"

namespace hw {
namespace {

constexpr float rowHeight = 20;
constexpr float headRoom = 26;
constexpr float widest = 560;

std::string tipOf(const Rankings& rankings, const RankedToken& token) {
    const auto line = [](const std::string& side, double rank, double value) {
        return "\n" + formatText("{} ({}, rank {})"_tr,
                                 {side, signedNumber(value, decimalsFor(value)),
                                  shownNumber(rank, rank == std::floor(rank) ? 0 : 1)});
    };
    return token.label + line(rankings.left, token.left, token.leftValue) +
           line(rankings.right, token.right, token.rightValue);
}

}  // namespace

float drawRankings(const Pen& pen, const Rankings& rankings, const Rect& area) {
    if (rankings.tokens.empty()) return 0;
    const float width = std::min(area.w, widest);
    const Pen quiet{pen.theme, nullptr};
    const float title = textBlock(pen.list != nullptr ? pen : quiet, fonts().semibold, type::small,
                                  {area.x, area.y, area.w, 0}, pen.theme.ink, rankings.title);
    const float top = area.y + title + 12 + headRoom;
    const float bottom = top + rowHeight * static_cast<float>(rankings.tokens.size());
    const float captionWidth = std::min(area.w, 720.0F);
    if (pen.list == nullptr) {
        return bottom + 10 - area.y +
               textBlock(quiet, fonts().text, type::small, {0, 0, captionWidth, 0}, 0,
                         rankings.caption);
    }
    const float names = std::min(width * 0.34F, 150.0F);
    const float left = area.x + names;
    const float right = area.x + width - names;
    textLine(pen, fonts().text, type::label, left - 10, top - 14, pen.theme.muted,
             elided(fonts().text, type::label, rankings.left, names), Align::right);
    textLine(pen, fonts().text, type::label, right + 10, top - 14, pen.theme.muted,
             elided(fonts().text, type::label, rankings.right, names));
    const auto y = [&](int place) { return top + rowHeight * (static_cast<float>(place) + 0.5F); };
    const RankedToken* pointed = nullptr;
    for (std::size_t i = 0; i < rankings.tokens.size(); ++i) {
        const RankedToken& token = rankings.tokens[i];
        ImGui::PushID(static_cast<int>(i));
        const Hit first =
            hitArea("ranked left", {area.x, y(token.leftPlace) - rowHeight / 2, names, rowHeight});
        const Hit second =
            hitArea("ranked right", {right, y(token.rightPlace) - rowHeight / 2, names, rowHeight});
        ImGui::PopID();
        if (first.hovered || second.hovered) pointed = &token;
    }
    for (const RankedToken& token : rankings.tokens) {
        const bool lit = pointed == &token;
        const ImU32 ink = pen.theme.ink;
        const ImVec2 from{left, y(token.leftPlace)};
        const ImVec2 to{right, y(token.rightPlace)};
        const float apart = static_cast<float>(std::abs(token.left - token.right)) /
                            static_cast<float>(std::max<std::size_t>(rankings.tokens.size(), 1));
        pen.list->AddLine(
            from, to,
            lit ? pen.theme.ink : faded(pen.theme.quantity, 0.35F + 0.5F * std::min(apart, 1.0F)),
            lit ? 2.0F : 1.25F);
        pen.list->AddCircleFilled(from, 2.5F, ink, 10);
        pen.list->AddCircleFilled(to, 2.5F, ink, 10);
        const std::string name = elided(fonts().text, type::small, token.label, names - 14);
        textLine(pen, fonts().text, type::small, left - 10, from.y, ink, name, Align::right);
        textLine(pen, fonts().text, type::small, right + 10, to.y, ink, name);
    }
    if (pointed != nullptr) tooltip(pen, tipOf(rankings, *pointed));
    noteFigure(pen, "rankings", {left, top, right - left, bottom - top});
    return bottom + 10 - area.y +
           textBlock(pen, fonts().text, type::small, {area.x, bottom + 10, captionWidth, 0},
                     pen.theme.muted, rankings.caption);
}

float rankingsRoom(const Rankings& rankings, bool touch, float width) {
    if (rankings.tokens.empty()) return 0;
    Theme colours;
    colours.touch = touch;
    return rankingsGap + drawRankings({colours, nullptr}, rankings, {0, 0, width, 0});
}

}  // namespace hw
