// SPDX-License-Identifier: MIT
#include "frame/control_show.h"

#include <algorithm>
#include <vector>

#include "frame/control_tips.h"
#include "page/controls/show_choices.h"
#include "page/controls/show_switches.h"
#include "view/widgets/resting_tip.h"

namespace hw {
namespace {

/// Switches, wrapped.
void drawSwitches(const Pen& pen, Column& column, std::span<const SettingWord> words,
                  Commands& commands) {
    if (words.empty()) return;
    const float half = targetHeight(pen.theme, 28) / 2;
    WordLine line{pen, column.area.x - chipPadding, column.area.right(), column.y + half};
    for (const SettingWord& word : words) {
        if (line.toggle(word.text, word.on,
                        {.enabled = word.enabled, .id = word.id, .tip = word.tip}))
            commands.push_back(word.command);
    }
    column.y = line.middle + half;
}

void addSwitches(const ControlsModel& model, bool rare, std::vector<SettingWord>& words) {
    for (const ShowSwitch& row : showSwitches()) {
        if (row.isRare != rare) continue;
        if (const std::optional<bool> on = row.on(model))
            words.push_back({row.field, row.brief, *on, row.set(!*on), row.tip});
    }
}

/// Values of which one holds, by their brief words; nothing where the data have no such choice.
void drawShowChoice(const Pen& pen, const ControlsModel& model, std::string_view field,
                    Column& column, Commands& commands) {
    const ShowChoice& row = showChoice(field);
    if (row.chosen(model) < 0) return;
    std::vector<SettingWord> words;
    for (int i = 0; i < std::ssize(row.options); ++i) {
        const BriefOption& brief = row.briefs[i];
        if (brief.tip.empty()) continue;
        words.push_back(
            {row.options[i].name.data(),
             std::string(brief.word.empty() ? row.options[i].shown() : brief.word.text()),
             i == row.present(model), row.set(i), brief.tip});
    }
    ImGui::PushID(row.field);
    drawChoice(pen, column, words, commands);
    ImGui::PopID();
}

/// Whether a rare setting is not as usual, so that it must be seen.
bool isUnusual(const ControlsModel& model) {
    return model.scale != ScaleOf::automatic || model.over != Over::nothing ||
           std::ranges::any_of(showSwitches(), [&](const ShowSwitch& row) {
               return row.isRare && row.on(model).value_or(row.usual()) != row.usual();
           });
}

void drawRare(const Pen& pen, const ControlsModel& model, Column& column, Commands& commands) {
    drawShowChoice(pen, model, "scale", column, commands);
    const bool hasOver = model.whyNoOver.empty();
    std::vector<SettingWord> words;
    words.push_back(
        {"over", std::string(wordsOf<Over>()[1].label), hasOver && model.over != Over::nothing,
         Set{&ViewState::over, model.over == Over::nothing ? Over::uniformCausal : Over::nothing},
         hasOver ? tips::over.text() : model.whyNoOver, hasOver});
    addSwitches(model, true, words);
    drawSwitches(pen, column, words, commands);
}

void drawTokens(const Pen& pen, const ControlsModel& model, Column& column, Commands& commands) {
    std::vector<SettingWord> words;
    if (model.special) {
        const std::vector<int> hide =
            model.specialHidden ? std::vector<int>{} : model.specialTokens;
        words.push_back({"special", "special tokens"_tr, !model.specialHidden,
                         Set{&ViewState::hidden, hide}, tips::special});
    }
    addSwitches(model, false, words);
    drawSwitches(pen, column, words, commands);
    drawShowChoice(pen, model, "segments", column, commands);
}

}  // namespace

void drawChoice(const Pen& pen, Column& column, std::span<const SettingWord> words,
                Commands& commands) {
    const float half = targetHeight(pen.theme, 28) / 2;
    WordLine line{pen, column.area.x, column.area.right(), column.y + half};
    for (const SettingWord& word : words) {
        if (line.choice(word.text, word.on,
                        {.enabled = word.enabled, .id = word.id, .tip = word.tip}))
            commands.push_back(word.command);
    }
    column.y = line.middle + half;
}

void drawShow(const Pen& pen, const ControlsModel& model, Column& column, bool& all,
              Commands& commands) {
    column.skip(14);
    heading(pen, column.area.x, column.take(22).y + 10, "SHOW"_tr);
    drawShowChoice(pen, model, "sort", column, commands);
    drawShowChoice(pen, model, "flow", column, commands);
    drawTokens(pen, model, column, commands);
    drawShowChoice(pen, model, "colors", column, commands);
    if (isUnusual(model)) return drawRare(pen, model, column, commands);
    const Rect row = column.take(targetHeight(pen.theme, 28));
    const Words words = all ? "fewer settings"_tr : "more settings"_tr;
    if (linkWord(pen, "more", fonts().text, type::small, row.x, row.y + row.h / 2, words).clicked)
        all = !all;
    if (all) drawRare(pen, model, column, commands);
}

}  // namespace hw
