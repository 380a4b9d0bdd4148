// SPDX-License-Identifier: MIT
#include "panels/page_model.h"

#include "page/answers/questions.h"
#include "page/answers/shown_profile.h"
#include "page/models/model_text.h"
#include "page/rules/panes.h"
#include "page/rules/units.h"
#include "page/state/panel.h"
#include "panels/about.h"
#include "panels/registry.h"
#include "protocol/canonical_query.h"

namespace hw {

PageModel pageModel(const AppState& state, ResultStore& results) {
    const ResultStore::AnswerCover covered(results, state.cover());
    PageModel page;
    page.header = headerModel(state);
    page.messages = state.messages;
    page.panel = state.view.panel;
    page.panes = state.view.panes;
    page.panels = shownPanels(state.view);
    page.surroundings = state.surroundings;
    page.compact = state.view.present || !state.view.lesson.empty();
    page.hasDocument = state.document.has_value();
    if (!page.hasDocument) return page;
    const Axis keys(keyUnits(state));
    const Axis queries(queryUnits(state));
    page.hover = state.hover;
    page.notes = notesModel(state, queries, keys);
    page.keysAreOutputs = keysAreOutputs(state);
    page.timeline = timelineModel(state);
    page.controls = controlsModel(state);
    const Answer* profile = results.find(profileQuery(state, state.view.method));
    const Answer* rawProfile = specOf(state.view.method).overLayers
                                   ? results.find(profileQuery(state, Method::raw))
                                   : profile;
    const Standing standing = standingOf(state, results, profileQuery(state, state.view.method));
    const Query asked = profileQuery(state, state.view.method);
    const ShownProfile shown = shownProfile(state, results, asked);
    const ShownProfile raw(rawProfile, state, Method::raw);
    const Answer* uniform = results.find(uniformOf(asked));
    page.bars = barsModel(state, shown, raw, profile, uniform, queries, standing);
    const auto relevance = gradientQuery(state);
    const ShownProfile gradients(relevance ? results.find(*relevance) : nullptr, state,
                                 Method::relevance);
    addSecond(page.bars, state, relevance ? &gradients : nullptr);
    const Progress progress = progressOf(state, results, profile);
    page.bars.stopped = progress.stopped;
    page.bars.progress = progress.text;
    std::optional<AppState> room;
    const AppState& ofRaw = asOf(state, Method::raw, room);
    std::optional<Axis> rawKeys;
    if (room) rawKeys.emplace(keyUnits(ofRaw));
    page.raw = matrixModel(ofRaw, results, Method::raw, queries, rawKeys ? *rawKeys : keys);
    page.result = specOf(state.view.method).overLayers
                      ? matrixModel(state, results, state.view.method, queries, keys)
                      : page.raw;
    page.evolution = evolutionModel(state, shown, keys, page.bars.unit, progress, standing);
    page.controls.fit = {
        page.bars.fit.can || page.evolution.fit.can || page.raw.fit.can || page.result.fit.can,
        state.view.wholeScale};
    page.controls.limit = limitInShort(state);
    page.controls.limitCount = static_cast<int>(limitsOfData(state, results).size());
    page.controls.limitDialog = "about-" + std::string(nameOf(page.panel));
    page.offered = panelsOf(state.document->current);
    for (const Panel panel : every<Panel>()) {
        const PanelSpec& spec = specOf(panel);
        if (spec.fill != nullptr && isShown(state, panel))
            spec.fill(page, {state, results, queries, keys});
    }
    return page;
}

}  // namespace hw
