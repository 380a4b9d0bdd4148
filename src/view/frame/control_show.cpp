// SPDX-License-Identifier: MIT
#include "view/frame/control_show.h"

#include <algorithm>
#include <vector>

#include "page/controls/show_switches.h"
#include "view/frame/control_tips.h"
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
            words.push_back({row.field, row.brief, *on, row.set(model, !*on), row.tip});
    }
}

/// Whether a rare setting is not as usual, so that it must be seen.
bool isUnusual(const ControlsModel& model) {
    return model.scale != ScaleOf::layers || model.over != Over::nothing ||
           std::ranges::any_of(showSwitches(), [&](const ShowSwitch& row) {
               return row.isRare && row.on(model).value_or(row.usual) != row.usual;
           });
}

void drawRare(const Pen& pen, const ControlsModel& model, Column& column, Commands& commands) {
    const bool layers = model.scale == ScaleOf::layers;
    const SettingWord scales[] = {
        {"scale-layers", "one scale"_tr, layers,
         SetScale{ScaleOf::layers, model.ownShare, model.fit.whole}, tips::scale[0]},
        {"scale-layer", "each layer’s own"_tr, !layers,
         SetScale{ScaleOf::layer, model.ownShare, model.fit.whole}, tips::scale[1]}};
    drawChoice(pen, column, scales, commands);
    const bool hasOver = model.whyNoOver.empty();
    std::vector<SettingWord> words;
    words.push_back(
        {"over", std::string(wordsOf<Over>()[1].label), hasOver && model.over != Over::nothing,
         ApplyFields{model.over == Over::nothing ? "over=uniform-causal" : "over=nothing"},
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
                         SetHidden{hide, model.renormaliseHidden}, tips::special});
    }
    addSwitches(model, false, words);
    drawSwitches(pen, column, words, commands);
    if (!model.hasSegments) return;
    static constexpr const char* names[] = {"both texts", "A→A", "A→B", "B→A", "B→B"};
    std::vector<SettingWord> filters;
    for (int i = 0; i <= static_cast<int>(SegmentFilter::bToB); ++i) {
        const auto filter = static_cast<SegmentFilter>(i);
        filters.push_back({names[i], i == 0 ? "both texts"_tr : std::string(names[i]),
                           model.segments == filter, SetSegments{filter}, tips::segments[i]});
    }
    drawChoice(pen, column, filters, commands);
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
    const SettingWord order[] = {{"position", "by position"_tr, model.shownSort == SortBy::position,
                                  SetSort{SortBy::position}, tips::order[0]},
                                 {"score", "by value"_tr, model.shownSort == SortBy::score,
                                  SetSort{SortBy::score}, tips::order[1]}};
    drawChoice(pen, column, order, commands);
    if (model.method == Method::flow) {
        const SettingWord flows[] = {{"relative", "relative flow"_tr, model.relativeFlow,
                                      SetRelativeFlow{true}, tips::flow[0]},
                                     {"absolute", "raw flow"_tr, !model.relativeFlow,
                                      SetRelativeFlow{false}, tips::flow[1]}};
        drawChoice(pen, column, flows, commands);
    }
    drawTokens(pen, model, column, commands);
    const SettingWord maps[] = {{"blues", "blue"_tr, model.colormap == Colormap::blues,
                                 SetColormap{Colormap::blues}, tips::colours[0]},
                                {"viridis", "viridis", model.colormap == Colormap::viridis,
                                 SetColormap{Colormap::viridis}, tips::colours[1]},
                                {"cividis", "cividis", model.colormap == Colormap::cividis,
                                 SetColormap{Colormap::cividis}, tips::colours[2]}};
    drawChoice(pen, column, maps, commands);
    if (isUnusual(model)) return drawRare(pen, model, column, commands);
    const Rect row = column.take(targetHeight(pen.theme, 28));
    const Words words = all ? "fewer settings"_tr : "more settings"_tr;
    if (linkWord(pen, "more", fonts().text, type::small, row.x, row.y + row.h / 2, words).clicked)
        all = !all;
    if (all) drawRare(pen, model, column, commands);
}

}  // namespace hw
