// SPDX-License-Identifier: MIT
#include "session/actions/model_actions.h"

#include "page/state/app_state.h"

namespace hw {
namespace {

using State = const AppState&;

/// What needs a model that runs.
Commands withModel(State state, const char* dialog) {
    const bool isRun = state.document && state.document->form == "model";
    return isRun ? Commands{ShowDialog{dialog}} : Commands{};
}

constexpr Words ofModel = "Model"_tr;

constexpr Action rows[] = {
    {"cut", ofModel, "Cut what is under the pointer and run the model again"_tr, "d", "",
     [](State state) { return withModel(state, "cut"); }},
    {"lens", ofModel, "Lens: what each layer would answer"_tr, "", "",
     [](State state) { return withModel(state, "lens"); }},
    {"leave-out", ofModel, "Test words: how much each changes the answer"_tr, "", "",
     [](State state) { return withModel(state, "leave-out"); }},
    {"experiment", ofModel,
     "Experiment: does cutting what a method ranks first change the answer?"_tr, "", "",
     [](State state) { return withModel(state, "experiment"); }},
    {"decides", ofModel, "Find what decides the answer"_tr, "", "",
     [](State state) { return withModel(state, "decides"); }},
    {"swap", ofModel, "Swap: patch parts of another text’s run into this one"_tr, "", "",
     [](State state) { return withModel(state, "swap"); }},
};

}  // namespace

std::span<const Action> modelActions() { return rows; }

}  // namespace hw
