// SPDX-License-Identifier: MIT
// What the page knows of the panel.
#include "panels/bars/about.h"
#include "panels/registry.h"

namespace hw {
namespace {

constexpr FigureName figures[] = {{"bars", "Bars: the current layer"_tr, false, true}};

}  // namespace

constinit const PanelSpec barsPanel{
    .about = &barsAbout,
    .figures = figures,
};

}  // namespace hw
