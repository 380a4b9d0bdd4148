// SPDX-License-Identifier: MIT
#include "session/update/view_changes.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

#include "core/model/methods.h"
#include "page/address/address.h"
#include "page/rules/fit_view.h"
#include "page/rules/panes.h"
#include "session/update/playback.h"
#include "session/update/shown_fields.h"

namespace hw {

Effects viewChanged(AppState& state, const ViewState& before, bool settled) {
    fitView(state);
    const int layer = std::exchange(state.view.layer, before.layer);
    if (layer != before.layer) goToLayer(state, layer, pace::step);
    if (!settled || (state.view == before && !state.undo.held)) return {};
    Effects effects{AddressEffect{true}};
    announceSwitch(effects, state, before);
    return effects;
}

void announceSwitch(Effects& effects, const AppState& state, const ViewState& before) {
    const ViewState& view = state.view;
    if (view.method == before.method || shownPanels(view) == shownPanels(before)) return;
    std::string panels;
    for (const Panel panel : shownPanels(view))
        panels += (panels.empty() ? "" : " ") + translated(nameOf(panel));
    effects.push_back(AnnounceEffect{
        formatText("Method: {}. View: {}"_tr, {textsOf(view.method).words, panels})});
}

namespace {

constexpr std::size_t mostSteps = 100;

bool ofOneExample(const ViewState& one, const ViewState& other) {
    return one.example == other.example && one.recipe == other.recipe;
}

/// The parts of a view that undo does not change: the layer, the lesson, presentation mode and the data set.
void keepPlace(ViewState& view, const ViewState& present) {
    view.layer = present.layer;
    view.lesson = present.lesson;
    view.lessonStep = present.lessonStep;
    view.present = present.present;
    view.dataSet = present.dataSet;
    view.dataSetRow = present.dataSetRow;
}

bool differ(ViewState one, const ViewState& other) {
    keepPlace(one, other);
    return one != other;
}

void pushStep(UndoSteps& steps, ViewState from) {
    steps.back.push_back(std::move(from));
    if (steps.back.size() > mostSteps) steps.back.erase(steps.back.begin());
    steps.forward.clear();
}

}  // namespace

void remember(UndoSteps& steps, const ViewState& before, const AppState& after,
              const Effects& effects, bool isBack) {
    if (!ofOneExample(before, after.view)) {
        steps = {};
        return;
    }
    const bool settled = isBack || std::ranges::any_of(effects, [](const Effect& effect) {
                             const auto* address = std::get_if<AddressEffect>(&effect);
                             return address != nullptr && address->push;
                         });
    if (!settled) {
        if (!steps.held && differ(before, after.view)) steps.held = before;
        return;
    }
    ViewState from = std::exchange(steps.held, std::nullopt).value_or(before);
    if (differ(from, after.view)) pushStep(steps, std::move(from));
}

void rememberRun(UndoSteps& steps, const ViewState& before, const ViewState& after, bool settled) {
    if (!settled) {
        if (!steps.held) steps.held = before;
        return;
    }
    ViewState from = std::exchange(steps.held, std::nullopt).value_or(before);
    if (std::exchange(steps.turning, false) || ofOneExample(from, after)) return;
    pushStep(steps, std::move(from));
}

Effects undo(AppState& state, int by) {
    UndoSteps& steps = state.undo;
    std::vector<ViewState>& from = by < 0 ? steps.back : steps.forward;
    if (from.empty() || !state.document) return {};
    ViewState wanted = std::move(from.back());
    from.pop_back();
    steps.held.reset();
    (by < 0 ? steps.forward : steps.back).push_back(state.view);
    if (!ofOneExample(wanted, state.view)) {
        steps.turning = true;
        AppState there = state;
        there.view = std::move(wanted);
        keepPlace(there.view, state.view);
        Effects asked = askForExample(state, {there.view.example, there.view.recipe},
                                      fieldsText(parseShare(writeShare(there))), true);
        asked.emplace_back(AnnounceEffect{by < 0 ? "Undone"_tr : "Redone"_tr});
        return asked;
    }
    Effects effects = changeView(state, [&](ViewState& view) {
        keepPlace(wanted, view);
        view = wanted;
    });
    effects.emplace_back(AnnounceEffect{by < 0 ? "Undone"_tr : "Redone"_tr});
    return effects;
}

void turnBack(AppState& state, int step) {
    UndoSteps& steps = state.undo;
    if (step >= std::ssize(steps.back)) return;
    steps.held.reset();
    steps.back.resize(step);
    steps.forward.push_back(state.view);
}

namespace {

/// True if a data set's list is shown, which happens before its opening is answered.
bool tellsDataSet(const Effects& effects) {
    return std::ranges::any_of(effects, [](const Effect& effect) {
        const auto* dialog = std::get_if<DialogEffect>(&effect);
        return dialog != nullptr && dialog->name == "data-set";
    });
}

}  // namespace

WatchedState watchedState(const AppState& state) {
    const ViewState& view = state.view;
    return {explainedPlace(state), view.lesson,  view.lessonStep,
            view.present,          view.dataSet, view.dataSetRow};
}

void addConsequences(const WatchedState& before, bool setsTerms, AppState& after,
                     Effects& effects) {
    if (!setsTerms) forgetOpened(after, before.explained);
    if (!isOfModel(after.view.panel)) after.figure = after.view.panel;
    const WatchedState now = watchedState(after);
    const bool asked = std::exchange(after.linkNamesStep, false);
    if (asked || now.lesson != before.lesson || now.lessonStep != before.lessonStep)
        effects.emplace_back(LessonEffect{now.lesson, now.lessonStep, asked});
    const bool moved = now.dataSet != before.dataSet || now.dataSetRow != before.dataSetRow;
    if (moved && !tellsDataSet(effects)) effects.emplace_back(DialogEffect{"data-set"});
    if (now.present != before.present) effects.emplace_back(PresentEffect{now.present});
}

}  // namespace hw
