// SPDX-License-Identifier: MIT
#include "panels/compare/view_header.h"

#include "panels/compare/view_menu.h"
#include "view/widgets/menu.h"

namespace hw {

namespace {

/// "residual 0.30, layers 1–6" instead of "layers 1–6, residual 0.30" if that does not fit, then "residual 0.30", then
/// "0.30". The part that distinguishes columns comes first.
std::string changesFirst(const CompareColumn& column, float width) {
    const auto fits = [&](const std::string& text) {
        return wordWidth(fonts().text, type::label, text) <= width;
    };
    if (fits(column.detail) || column.changes.empty())
        return elided(fonts().text, type::label, column.detail, width);
    std::string changes;
    for (const std::string& change : column.changes)
        changes += (changes.empty() ? "" : ", ") + change;
    if (const std::string all = changes + ", " + column.layers; fits(all)) return all;
    const std::size_t number = changes.rfind(' ');
    const bool isText = column.changes.front().find(':') != std::string::npos;
    if (fits(changes) || number == std::string::npos || isText || column.changes.size() > 1)
        return elided(fonts().text, type::label, changes, width);
    return elided(fonts().text, type::label, changes.substr(number + 1), width);
}

constexpr float titleHeight = 36;
constexpr float wordsHeight = 30;  ///< below the title, on a phone or if it would be narrow
constexpr float secondWords = 40;  ///< they may take a second line

constexpr float progressHeight = 24;  ///< below them, while something is computed

constexpr LocalizedText addColumn = "add a column"_tr;

/// Width of the controls next to the title, which change the form, make comparisons by one click, and add a column.
float wordsWidth(const CompareModel& model) {
    float width = 0;
    const auto add = [&](std::string_view word) {
        width += wordWidth(fonts().text, type::small, word) + 2 * chipPadding + 6;
    };
    for (const ChoiceName& form : choiceNames<CompareForm>()) add(form.shown());
    for (const Comparison& comparison : model.comparisons) add(comparison.name);
    if (model.canAdd) add(addColumn);
    return width;
}

/// The controls get their own line if the title would be too narrow.
bool wordsBelow(const CompareModel& model, float width) {
    return isNarrow(width) || wordsWidth(model) > 0.62F * width;
}

}  // namespace

float compareTitleRoom(const CompareModel& model, float width) {
    return width - aboutRoom - (wordsBelow(model, width) ? 0 : wordsWidth(model));
}

float compareTitleHeight(const CompareModel& model, float width) {
    const float more =
        titleBlock({Theme{}, nullptr}, 0, 0, compareTitleRoom(model, width), model.title);
    const float words = !wordsBelow(model, width)   ? 0
                        : wordsWidth(model) > width ? wordsHeight + secondWords
                                                    : wordsHeight;
    return titleHeight + more + words + (model.progress.text.empty() ? 0 : progressHeight);
}

float drawCompareTitle(const Pen& pen, const CompareModel& model, const Rect& area,
                       Commands& commands) {
    const bool narrow = wordsBelow(model, area.w);
    const float width = wordsWidth(model);
    const float more =
        titleBlock(pen, area.x, area.y + 10, compareTitleRoom(model, area.w), model.title);
    const float left = narrow ? area.x : area.right() - width + 6;
    const float middle = area.y + 10 + (narrow ? wordsHeight + more : 0);
    WordLine line{pen, left, area.right() + 1, middle};
    for (const CompareForm form : every<CompareForm>()) {
        if (line.choice(std::string(wordOf(form).shown()), model.form == form))
            commands.push_back(Set{&ViewState::compareForm, form});
    }
    for (const Comparison& comparison : model.comparisons) {
        if (line.action(std::string(comparison.name)))
            commands.push_back(ApplyFields{comparison.fields()});
    }
    if (model.canAdd && line.action(addColumn)) {
        std::vector<ComparedView> next = viewsOf(model);
        next.push_back(next.back());
        next.back().score.clear();
        if (!specOf(next.back().method).overLayers) next.back().method = Method::rollout;
        commands.push_back(Set{&ViewState::compared, std::move(next)});
    }
    const float height = titleHeight + more + (narrow ? wordsHeight : 0) + line.middle - middle;
    if (model.progress.text.empty()) return height;
    stopLine(pen, area.right(), area.y + height + progressHeight / 2 - 8, type::small,
             model.progress.text, model.progress.stopped, commands);
    return height + progressHeight;
}

float compareHeaderLine(const Pen& pen) { return targetHeight(pen.theme, 28); }

void drawCompareHeader(const Pen& pen, const CompareModel& model, int index, const Rect& area,
                       bool oneLine, Commands& commands) {
    const CompareColumn& column = model.columns[index];
    ImGui::PushID(index);
    const Rect box = oneLine ? Rect{area.x - 4, area.y, area.w + 4, area.h}
                             : Rect{area.x - 4, area.y - 2, area.w + 4, compareHeaderHeight - 6};
    const Hit hit = hitArea("header", box);
    if (hit.hovered) {
        pen.list->AddRectFilled({box.x - 2, box.y}, box.max(), faded(pen.theme.rule, 0.55F), 3);
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }
    const float middle = oneLine ? area.y + area.h / 2 : area.y + 9;
    const std::string name = elided(fonts().semibold, type::title, column.name, area.w - 18);
    const float width =
        textLine(pen, fonts().semibold, type::title, area.x, middle, pen.theme.ink, name);
    const float x = area.x + width + 12;
    const ImVec2 corner[3] = {{x - 4, middle - 1}, {x, middle + 3}, {x + 4, middle - 1}};
    pen.list->AddPolyline(corner, 3, hit.hovered ? pen.theme.ink : pen.theme.muted,
                          ImDrawFlags_None, 1.2F);
    const float left = oneLine ? x + 14 : area.x;
    // Stacked bars have no other place for the state of a waiting column.
    const bool waits = oneLine && !column.ready;
    const std::string& words = waits ? column.standing.text : column.detail;
    const float room = area.right() - left - 4;
    const std::string detail =
        waits ? elided(fonts().text, type::label, words, room) : changesFirst(column, room);
    textLine(pen, fonts().text, type::label, left, oneLine ? middle : area.y + 28, pen.theme.muted,
             detail);
    if (hit.hovered && (detail != words || name != column.name))
        tooltip(pen, column.name + ": " + words);
    if (hit.clicked) openMenu("column");
    drawColumnMenu(pen.theme, model, index, {area.x, area.y, area.w, box.h - 4}, commands);
    ImGui::PopID();
}

void drawDifferenceHeader(const Pen& pen, const CompareModel& model, const Rect& area) {
    titleLine(pen, area.x, area.y + 9, area.w, model.differenceName);
    textLine(pen, fonts().text, type::label, area.x, area.y + 28, pen.theme.muted,
             elided(fonts().text, type::label, model.differenceNote, area.w));
}

}  // namespace hw
