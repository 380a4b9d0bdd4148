// SPDX-License-Identifier: MIT
#include "app/view_models.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>

#include "app/bars_model.h"
#include "app/controls_model.h"
#include "app/matrix_model.h"
#include "app/model_text.h"
#include "app/panels.h"
#include "app/panes.h"
#include "app/units.h"
#include "app/value_scale.h"
#include "core/visible_text.h"

namespace hw {
namespace {

std::string megabytes(std::uint64_t bytes) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f MB", static_cast<double>(bytes) / 1e6);
    return text;
}

HeaderModel headerModel(const AppState& state) {
    HeaderModel header;
    if (state.document) {
        const ExampleSummary& example = state.document->current;
        header.title =
            withVisibleControls(example.title.empty() ? state.document->name : example.title);
        std::string model = withVisibleControls(example.model.substr(0, example.model.find(" (")));
        if (!model.empty()) model += " · ";
        header.subtitle = model + counted(state.layerCount(), "layer") + ", " +
                          counted(state.headCount(), "head") + ", " +
                          counted(state.keyCount(), "token");
        if (const auto count = state.document->exampleTitles.size(); count > 1) {
            header.exampleText = "Example " + std::to_string(state.document->example + 1) + " of " +
                                 std::to_string(count);
        }
        const auto findings = std::ranges::count_if(state.document->check, &CheckLine::unusual);
        header.checkText = findings == 0
                               ? "Check: nothing unusual"
                               : "Check: " + counted(static_cast<int>(findings), "finding");
    }
    // Most openings end before anybody could read a word about them.
    if (state.loading.ticket != 0 && state.loading.seconds > 0.5) {
        header.opening = true;
        header.openingFraction = state.loading.fraction;
        header.openingText =
            "Opening " + state.loading.name + ", " + megabytes(state.loading.bytes);
    }
    return header;
}

TimelineModel timelineModel(const AppState& state) {
    TimelineModel timeline;
    timeline.layers = state.layerCount();
    timeline.layer = state.view.layer;
    timeline.startLayer = state.view.method == Method::raw ? 0 : state.view.settings.startLayer;
    timeline.head = state.playback.head;
    timeline.playing = state.playback.playing;
    timeline.loop = state.playback.loop;
    timeline.speed = state.playback.speed;
    const char* word = state.view.method == Method::raw ? "in layer " : "after layer ";
    timeline.text =
        word + std::to_string(timeline.layer + 1) + " of " + std::to_string(timeline.layers);
    return timeline;
}

/// FNV-1a over the values' bits: equal pictures have equal keys, whatever they were made from.
std::uint64_t contentKey(const std::vector<float>& values) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const float value : values) {
        hash = (hash ^ std::bit_cast<std::uint32_t>(value)) * 0x100000001b3ULL;
    }
    return hash;
}

EvolutionModel evolutionModel(const AppState& state, const ShownProfile& profile,
                              const Axis& keys) {
    EvolutionModel model;
    model.title = std::string(specOf(state.view.method).label) + " for " + outputWords(state) +
                  ", layer by layer";
    model.layer = state.view.layer;
    model.keyLabels = keys.labels;
    model.keyTokens = keys.tokens;
    const std::vector<int> visible = profile.units().visible();
    model.rows = profile.layers();
    model.cols = profile.ready() ? static_cast<int>(visible.size()) : 0;
    for (int layer = 0; layer < model.rows; ++layer) {
        model.decimals.push_back(decimalsFor(profile.largest(layer)));
        for (int col = 0; col < model.cols; ++col)
            model.values.push_back(profile.at(model.rows - 1 - layer, visible[col]));
    }
    const ValueScale scale = evolutionScale(state, profile);
    model.scale = scale.end;
    model.beyond = scale.beyond;
    model.key = contentKey(model.values);
    return model;
}

}  // namespace

LayerBlend layerBlend(const Playback& playback, int layerCount) {
    LayerBlend blend;
    if (layerCount <= 0) return blend;
    const double head = std::clamp(playback.head, 0.0, static_cast<double>(layerCount - 1));
    blend.from = static_cast<int>(head);
    blend.to = std::min(blend.from + 1, layerCount - 1);
    blend.t = head - blend.from;
    if (blend.t <= 0) blend.to = blend.from;
    return blend;
}

PageModel pageModel(const AppState& state, ResultStore& results) {
    PageModel page;
    page.header = headerModel(state);
    page.messages = state.messages;
    page.panel = state.view.panel;
    page.panes = state.view.panes;
    page.panels = shownPanels(state.view);
    page.surroundings = state.surroundings;
    page.hasDocument = state.document.has_value();
    if (!page.hasDocument) return page;
    const Axis keys(keyUnits(state));
    const Axis queries(queryUnits(state));
    page.hover = state.hover;
    page.keysAreOutputs = keysAreOutputs(state);
    page.timeline = timelineModel(state);
    page.controls = controlsModel(state);
    const Answer* profile = results.find(profileQuery(state, state.view.method));
    const Answer* rawProfile =
        state.view.method == Method::raw ? profile : results.find(profileQuery(state, Method::raw));
    const Standing standing = standingOf(state, results, profileQuery(state, state.view.method));
    const ShownProfile shown(profile, state, state.view.method);
    const ShownProfile raw(rawProfile, state, Method::raw);
    page.bars = barsModel(state, shown, raw, profile, queries, standing);
    page.raw = matrixModel(state, results, Method::raw, queries, keys);
    page.result = state.view.method == Method::raw
                      ? page.raw
                      : matrixModel(state, results, state.view.method, queries, keys);
    page.evolution = evolutionModel(state, shown, keys);
    page.evolution.unit = page.bars.unit;
    page.evolution.standing = standing;
    page.offered = panelsOf(state.document->current);
    for (const Panel panel : every<Panel>()) {
        const PanelSpec& spec = specOf(panel);
        if (spec.fill != nullptr && isShown(state, spec))
            spec.fill(page, {state, results, queries, keys});
    }
    return page;
}

}  // namespace hw
