// SPDX-License-Identifier: MIT
#include "panels/registry.h"

#include <utility>

#include "page/rules/panes.h"
#include "page/state/panel.h"

namespace hw {
namespace {

#define HW_PANEL_ADDRESS(name, label, words) &name##Panel,
constexpr const PanelSpec* specs[] = {HW_PANELS(HW_PANEL_ADDRESS)};
#undef HW_PANEL_ADDRESS

}  // namespace

const PanelSpec& specOf(Panel panel) { return *specs[std::to_underlying(panel)]; }

bool hasPanel(const ExampleSummary& example, Panel panel) {
    const PanelSpec& spec = specOf(panel);
    return spec.isThere == nullptr || spec.isThere(example);
}

std::vector<Panel> panelsOf(const ExampleSummary& example) {
    std::vector<Panel> there;
    for (const Panel panel : every<Panel>()) {
        if (hasPanel(example, panel)) there.push_back(panel);
    }
    return there;
}

bool isShown(const AppState& state, Panel panel) {
    const PanelSpec& spec = specOf(panel);
    return spec.isShown != nullptr ? spec.isShown(state) : shows(state.view, panel);
}

bool isTold(const PageModel& page, Panel panel) {
    const PanelSpec& spec = specOf(panel);
    return page.shows(panel) || (spec.isToldToo != nullptr && spec.isToldToo(page));
}

}  // namespace hw
