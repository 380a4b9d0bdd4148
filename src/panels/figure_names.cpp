// SPDX-License-Identifier: MIT
#include "panels/figure_names.h"

#include <algorithm>

#include "page/state/panel.h"
#include "panels/registry.h"

namespace hw::figure {
namespace {

std::vector<FigureName> figuresOf(const AppState& state) {
    std::vector<FigureName> there;
    if (!state.document) return there;
    for (const Panel panel : every<Panel>()) {
        const PanelSpec& spec = specOf(panel);
        const bool has = spec.hasFigures != nullptr ? spec.hasFigures(state)
                                                    : hasPanel(state.document->current, panel);
        if (has) there.insert(there.end(), spec.figures.begin(), spec.figures.end());
    }
    return there;
}

}  // namespace

bool hasFigure(const AppState& state, std::string_view name) {
    const std::vector<FigureName> there = figuresOf(state);
    return std::ranges::find(there, name, &FigureName::name) != there.end();
}

std::vector<std::string> figureNames(const AppState& state) {
    std::vector<std::string> names;
    for (const FigureName& figure : figuresOf(state)) names.emplace_back(figure.name);
    return names;
}

std::string figuresJson(const AppState& state) {
    JsonWriter json;
    json.beginArray();
    for (const FigureName& figure : figuresOf(state)) {
        json.beginObject().field("name", figure.name).field("label", figure.label);
        json.field("hasNumbers", figure.hasNumbers).field("ofLayer", figure.ofLayer).endObject();
    }
    return json.endArray().take();
}

}  // namespace hw::figure
