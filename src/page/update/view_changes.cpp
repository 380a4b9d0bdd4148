// SPDX-License-Identifier: MIT
#include "page/update/view_changes.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "page/state/panes.h"
#include "page/state/view_rules.h"
#include "page/update/playback.h"

namespace hw {

Effects discreteChange(AppState& state, const ViewState& before) {
    const int wanted = state.view.layer;
    fitView(state);
    const int layer = state.view.layer;
    state.view.layer = wanted;
    if (layer != wanted) goToLayer(state, layer, pace::step);
    if (state.view == before) return {};
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
    effects.push_back(
        AnnounceEffect{say("Method: {}. View: {}"_tr, {specOf(view.method).words, panels})});
}

namespace {

/// It is shown before its opening is answered.
bool tellsDataSet(const Effects& effects) {
    return std::ranges::any_of(effects, [](const Effect& effect) {
        const auto* dialog = std::get_if<DialogEffect>(&effect);
        return dialog != nullptr && dialog->name == "data-set";
    });
}

}  // namespace

Watched watched(const AppState& state) {
    const ViewState& view = state.view;
    return {explainedPlace(state), view.lesson,  view.lessonStep,
            view.present,          view.dataSet, view.dataSetRow};
}

void addConsequences(const Watched& before, bool saysOpened, AppState& after, Effects& effects) {
    if (!saysOpened) forgetOpened(after, before.explained);
    const Watched now = watched(after);
    const bool asked = std::exchange(after.stepAsked, false);
    if (asked || now.lesson != before.lesson || now.lessonStep != before.lessonStep)
        effects.emplace_back(LessonEffect{now.lesson, now.lessonStep, asked});
    const bool moved = now.dataSet != before.dataSet || now.dataSetRow != before.dataSetRow;
    if (moved && !tellsDataSet(effects)) effects.emplace_back(DialogEffect{"data-set"});
    if (now.present != before.present) effects.emplace_back(PresentEffect{now.present});
}

}  // namespace hw
