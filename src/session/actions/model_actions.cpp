// SPDX-License-Identifier: MIT
#include "session/actions/model_actions.h"

#include "page/rules/recipe_step.h"
#include "page/state/app_state.h"

namespace hw {
namespace {

using State = const AppState&;

/// Opens the dialog if the document comes from a running model.
Commands withModel(State state, const char* dialog) {
    const bool isRun = state.document && state.document->form == "model";
    return isRun ? Commands{ShowDialog{dialog}} : Commands{};
}

Commands moveStep(State state, int by) {
    const auto& steps = state.line.steps;
    const int at = stepPlace(state.line) + by;
    return at >= 0 && at < std::ssize(steps) ? Commands{SetStep{steps[at].step}} : Commands{};
}

constexpr LocalizedText ofModel = "Model"_tr;

constexpr Action rows[] = {
    {"cut", ofModel, "Cut under the pointer and run again"_tr, "d", "",
     [](State state) { return withModel(state, "cut"); }},
    {"train", ofModel, "Train a model here"_tr, "", "",
     [](State) { return Commands{ShowDialog{"train"}}; }},
    {"step-before", ofModel, "Previous step of training"_tr, "J", "",
     [](State state) { return moveStep(state, -1); }},
    {"step-next", ofModel, "Next step of training"_tr, "K", "",
     [](State state) { return moveStep(state, 1); }},
    {"play-steps", ofModel, "Play or pause the steps of training"_tr, "N", "",
     [](State state) { return state.line.steps.size() > 1 ? Commands{PlaySteps{}} : Commands{}; }},
};

}  // namespace

std::span<const Action> modelActions() { return rows; }

}  // namespace hw
