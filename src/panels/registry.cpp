// SPDX-License-Identifier: MIT
#include "panels/registry.h"

#include <algorithm>
#include <utility>

#include "page/rules/panes.h"
#include "page/state/panel.h"

namespace hw {
namespace {

#define HW_PANEL_ADDRESS(name, label, words) &name##Panel,
constexpr const PanelSpec* specs[] = {HW_PANELS(HW_PANEL_ADDRESS)};
#undef HW_PANEL_ADDRESS

/// The tabs from left to right. Those from `overview` on are in the menu at the end of the row. A panel that is not
/// listed comes last.
constexpr Panel tabs[] = {Panel::patches,   Panel::contacts,   Panel::sound,        Panel::words,
                          Panel::lens,      Panel::heads,      Panel::flow,         Panel::matrix,
                          Panel::swap,      Panel::experiment, Panel::overview,     Panel::bars,
                          Panel::evolution, Panel::graph,      Panel::explain,      Panel::decides,
                          Panel::circuit,   Panel::compare,    Panel::faithfulness, Panel::image};

auto tabOf(Panel panel) { return std::ranges::find(tabs, panel) - std::begin(tabs); }

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
    std::ranges::stable_sort(there, {}, tabOf);
    if (std::ranges::none_of(there, isOfModel)) {
        const auto bars = std::ranges::find(there, Panel::bars);
        std::rotate(there.begin(), bars, std::next(bars));
    }
    return there;
}

bool isUnderMore(Panel panel, std::span<const Panel> offered) {
    return tabOf(panel) >= tabOf(Panel::overview) && panel != offered.front();
}

bool isShown(const AppState& state, Panel panel) {
    const PanelSpec& spec = specOf(panel);
    return spec.isShown != nullptr ? spec.isShown(state) : shows(state.view, panel);
}

bool hasMirror(const PageModel& page, Panel panel) {
    const PanelSpec& spec = specOf(panel);
    return page.shows(panel) || (spec.hasMirrorToo != nullptr && spec.hasMirrorToo(page));
}

}  // namespace hw
