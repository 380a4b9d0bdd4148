// SPDX-License-Identifier: MIT
#include "session/actions/model_actions.h"

#include "page/state/app_state.h"

namespace hw {
namespace {

using State = const AppState&;

/// Opens the dialog if the document comes from a running model.
Commands withModel(State state, const char* dialog) {
    const bool isRun = state.document && state.document->form == "model";
    return isRun ? Commands{ShowDialog{dialog}} : Commands{};
}

constexpr LocalizedText ofModel = "Model"_tr;

constexpr Action rows[] = {
    {"cut", ofModel, "Cut under the pointer and run again"_tr, "d", "",
     [](State state) { return withModel(state, "cut"); }},
};

}  // namespace

std::span<const Action> modelActions() { return rows; }

}  // namespace hw
