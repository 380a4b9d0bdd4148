// SPDX-License-Identifier: MIT
#include "panels/compare/view_menu.h"

#include <algorithm>
#include <cstdio>

#include "core/model/presets.h"
#include "core/model/setting_fields.h"
#include "page/models/model_text.h"
#include "panels/compare/columns.h"
#include "view/widgets/menu.h"

namespace hw {
namespace {

constexpr float longest = 496;

std::string decimals(double value) {
    char text[16];
    std::snprintf(text, sizeof text, "%g", value);
    return inLanguage(text);
}

/// A setting that follows the view, or has one of some values.
void numberRow(MenuRows& rows, std::string_view name, std::optional<double>& value,
               std::initializer_list<double> choices, bool& changed) {
    rows.begin(name);
    if (rows.word("as in view"_tr, !value)) {
        value.reset();
        changed = true;
    }
    for (const double choice : choices) {
        if (rows.word(decimals(choice), value == choice, fonts().mono)) {
            value = choice;
            changed = true;
        }
    }
    rows.end();
}

/// The same for an index, shown from 1.
void indexRow(MenuRows& rows, std::string_view name, LocalizedText none, std::optional<int>& value,
              int count, bool& changed) {
    rows.begin(name);
    if (rows.word(none, !value)) {
        value.reset();
        changed = true;
    }
    for (int i = 0; i < count; ++i) {
        if (rows.word(std::to_string(i + 1), value == i, fonts().mono)) {
            value = i;
            changed = true;
        }
    }
    rows.end();
}

/// The content of the column, a method or scores of the file.
void subjectRows(MenuRows& rows, const CompareModel& model, ComparedView& view, bool& changed) {
    rows.begin("Method"_tr);
    for (const Method method : model.methods) {
        if (!rows.word(std::string(specOf(method).label),
                       view.score.empty() && view.method == method))
            continue;
        view.method = method;
        view.score.clear();
        changed = true;
    }
    rows.end();
    if (model.scores.empty()) return;
    rows.begin("Scores"_tr);
    for (const std::string& name : model.scores) {
        if (!rows.word(rows.fitting(name), view.score == name)) continue;
        view = {};
        view.score = name;
        changed = true;
    }
    rows.end();
}

/// Examples that are not in a file, by their titles, in the order in which they were made.
void madeRow(MenuRows& rows, const CompareModel& model, ComparedView& view, bool& changed) {
    if (model.made.empty()) return;
    rows.begin("Made here"_tr);
    for (std::size_t i = 0; i < model.made.size(); ++i) {
        const ListedExample& made = model.made[i];
        const std::string number = std::to_string(model.firstMade + i + 1);
        const std::string name = made.title.empty() ? made.text : made.title;
        if (!rows.word(rows.fitting(number + ' ' + name), view.recipe == made.recipe)) continue;
        view.recipe = made.recipe;
        view.example.reset();
        changed = true;
    }
    rows.end();
}

/// The file and its example. A few are listed by number, many are reached by steps.
void exampleRows(MenuRows& rows, const CompareModel& model, ComparedView& view, bool& changed) {
    if (!model.earlierFile.empty()) {
        rows.begin("File"_tr);
        for (const bool earlier : {false, true}) {
            if (rows.word(earlier ? "previous"_tr : "this"_tr, view.earlierFile == earlier)) {
                view.earlierFile = earlier;
                view.example.reset();
                view.recipe = {};
                changed = true;
            }
        }
        rows.end();
    }
    if (!view.earlierFile) madeRow(rows, model, view, changed);
    const int count = view.earlierFile ? model.earlierExamples : model.exampleCount;
    constexpr int mostNumbers = 24;
    if (count < 2 && (view.earlierFile || model.made.empty())) return;
    if (count <= mostNumbers) {
        std::optional<int> chosen = view.recipe.isEmpty() ? view.example : -1;
        bool isOther = false;
        indexRow(rows, "Example"_tr, "as in view"_tr, chosen, count, isOther);
        if (!isOther) return;
        view.example = chosen;
        view.recipe = {};
        changed = true;
        return;
    }
    const int present = view.example.value_or(view.earlierFile ? 0 : model.example);
    rows.begin("Example"_tr);
    if (rows.word("as in view"_tr, !view.example && view.recipe.isEmpty())) {
        view.example.reset();
        view.recipe = {};
        changed = true;
    }
    for (const int by : {-10, -1, 0, 1, 10}) {
        const int next = std::clamp(present + by, 0, count - 1);
        const std::string text = by == 0  ? std::to_string(present + 1)
                                 : by < 0 ? "−" + std::to_string(-by)
                                          : "+" + std::to_string(by);
        if (rows.word(text, by == 0 && view.example.has_value(), fonts().mono)) {
            view.example = next;
            view.recipe = {};
            changed = true;
        }
    }
    rows.end();
}

void settingRows(MenuRows& rows, const CompareModel& model, ComparedView& view, bool& changed) {
    if (model.hasBothWeights) {
        rows.begin("Weights"_tr);
        const auto weights = [&](LocalizedText name, std::optional<Side> side) {
            if (!rows.word(name, view.side == side)) return;
            view.side = side;
            changed = true;
        };
        weights("as in view"_tr, std::nullopt);
        weights("contributions"_tr, Side::contributions);
        weights("attention"_tr, Side::encoder);
        rows.end();
    }
    if (model.hasSteps && joining.has(view.method)) {
        rows.begin("Preset"_tr);
        if (rows.word("as in view"_tr, view.preset.empty())) {
            view.preset.clear();
            changed = true;
        }
        for (const Preset& preset : presets()) {
            if (rows.word(std::string(preset.name), view.preset == preset.id)) {
                view.preset = preset.id;
                changed = true;
            }
        }
        rows.end();
        numberRow(rows, "Residual"_tr, view.residual, {0, 0.25, 0.5, 0.75}, changed);
        numberRow(rows, "Discard"_tr, view.discard, {0, 0.1, 0.3, 0.5, 0.9}, changed);
        rows.rule();
    }
    const auto layerRows = [&] {
        indexRow(rows, "Layer"_tr, "as in view"_tr, view.layer, model.layerCount, changed);
        if (specOf(view.method).overLayers && model.layerCount > 1)
            indexRow(rows, "Start"_tr, "as in view"_tr, view.start, model.layerCount, changed);
    };
    if (!model.hasSteps) return layerRows();
    rows.begin("Heads"_tr);
    if (rows.word("as in view"_tr, !view.fusion)) {
        view.fusion.reset();
        changed = true;
    }
    for (const HeadFusion fusion : every<HeadFusion>()) {
        if (needsGradients(fusion) && !model.hasGradients) continue;
        if (rows.word(shortWord(fusion), view.fusion == fusion)) {
            view.fusion = fusion;
            changed = true;
        }
    }
    rows.end();
    indexRow(rows, "One head"_tr, "none"_tr, view.head, model.headCount, changed);
    layerRows();
}

}  // namespace

void drawColumnMenu(const Theme& theme, const CompareModel& model, int column, const Rect& anchor,
                    Commands& commands) {
    // A tall menu scrolls below its header and does not cover the words above, unless there is hardly any space.
    constexpr float least = 220;
    Rect place = anchor;
    const float bottom = ImGui::GetIO().DisplaySize.y - 8;
    if (bottom - place.bottom() < least) place.y = std::max(8.0F, bottom - least - place.h);
    if (!beginMenu(theme, "column", place, std::min(longest, bottom - place.bottom() - 4))) return;
    ComparedView view = model.columns[column].view;
    bool changed = false;
    MenuRows rows(theme);
    subjectRows(rows, model, view, changed);
    exampleRows(rows, model, view, changed);
    if (view.score.empty()) settingRows(rows, model, view, changed);
    if (model.canRemove) {
        rows.rule();
        rows.begin("");
        if (rows.action("Remove this column"_tr)) {
            commands.push_back(RemoveCompared{column});
            ImGui::CloseCurrentPopup();
        }
        rows.end();
    }
    rows.finish();
    if (changed) {
        std::vector<ComparedView> next = viewsOf(model);
        next[column] = std::move(view);
        commands.push_back(Set{&ViewState::compared, std::move(next)});
    }
    endMenu();
}

}  // namespace hw
