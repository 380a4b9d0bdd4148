// SPDX-License-Identifier: MIT
#include "panels/figure_names.h"

#include <algorithm>
#include <iterator>

#include "page/state/panel_choice.h"
#include "page/state/view_rules.h"

namespace hw::figure {
namespace {

// In the order of Kind.
constexpr std::string_view names[] = {"bars",    "matrix", "evolution", "multiples",   "flow",
                                      "compare", "heads",  "image",     "faithfulness"};
static_assert(std::size(names) == static_cast<std::size_t>(Kind::faithfulness) + 1);

}  // namespace

std::string_view nameOf(Kind kind) { return names[static_cast<std::size_t>(kind)]; }

std::optional<Kind> kindOf(std::string_view name) {
    const auto found = std::ranges::find(names, name);
    if (found == std::end(names)) return std::nullopt;
    return static_cast<Kind>(found - std::begin(names));
}

bool hasFigure(const AppState& state, Kind kind) {
    if (!state.document) return false;
    const ExampleSummary& example = state.document->current;
    if (kind == Kind::flow) return isAvailable(example, state.view.side, Method::flow);
    const auto panel = fromName<Panel>(nameOf(kind));
    return !panel || hasPanel(example, *panel);
}

std::vector<std::string> figureNames(const AppState& state) {
    std::vector<std::string> there;
    for (const std::string_view name : names) {
        if (hasFigure(state, *kindOf(name))) there.emplace_back(name);
    }
    return there;
}

}  // namespace hw::figure
