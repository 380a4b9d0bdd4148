// SPDX-License-Identifier: MIT
// The panel's row (panels/registry.h).
#include <vector>

#include "page/answers/questions.h"
#include "panels/bars/about.h"
#include "panels/registry.h"

namespace hw {
namespace {

constexpr FigureName figures[] = {{"bars", "Bars (current layer)"_tr, false, true}};

}  // namespace

constinit const PanelSpec barsPanel{
    .about = &barsAbout,
    .questions =
        [](const AppState& state) {
            const auto gradients = gradientQuery(state);
            return gradients ? std::vector{*gradients} : std::vector<Query>();
        },
    .figures = figures,
};

}  // namespace hw
