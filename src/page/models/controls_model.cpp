// SPDX-License-Identifier: MIT
#include "page/models/controls_model.h"

#include <algorithm>
#include <utility>

#include "core/model/contribution_kinds.h"
#include "core/model/methods.h"
#include "core/model/presets.h"
#include "core/tokens/token_text.h"
#include "page/models/formula.h"
#include "page/models/model_text.h"
#include "page/models/number_phrases.h"
#include "page/models/value_scale.h"
#include "page/rules/available.h"
#include "page/rules/fit_view.h"
#include "page/rules/units.h"
#include "protocol/can_make.h"

namespace hw {
namespace {

std::vector<MethodChoice> methodChoices(const AppState& state) {
    std::vector<MethodChoice> choices;
    const bool canCome = !waysToGradients(state.document->current.recipe).empty();
    for (const Method method : every<Method>()) {
        MethodChoice choice{method, std::string(textsOf(method).brief), true, ""};
        choice.available = isAvailable(state.document->current, state.view.side, method);
        if (!choice.available) {
            choice.why = whyUnavailable(state.document->current, state.view.side, method);
            choice.isShown = !specOf(method).needsGradients || canCome;
        }
        choices.push_back(std::move(choice));
    }
    return choices;
}

}  // namespace

std::vector<int> toggled(std::vector<int> list, int number, int count) {
    if (list.empty()) {
        for (int i = 0; i < count; ++i) list.push_back(i);
    }
    const auto found = std::lower_bound(list.begin(), list.end(), number);
    if (found == list.end() || *found != number) {
        list.insert(found, number);
    } else if (list.size() > 1) {
        list.erase(found);
    }
    if (static_cast<int>(list.size()) == count) list.clear();
    return list;
}

std::vector<int> specialTokens(const AppState& state) {
    std::vector<int> special;
    if (!state.document) return special;
    const std::vector<bool> yes =
        hw::specialTokens(state.keyTokens(), state.document->current.specialTokens);
    for (int key = 0; key < static_cast<int>(yes.size()); ++key) {
        if (yes[key]) special.push_back(key);
    }
    return special;
}

ControlsModel controlsModel(const AppState& state) {
    ControlsModel model;
    model.methods = methodChoices(state);
    model.method = state.view.method;
    model.settings = state.view.settings;
    model.headCount = state.headCount();
    model.layerCount = state.layerCount();
    model.layer = state.view.layer;
    model.kind = kindOf(state.document->current, state.view.side);
    model.headsText = headsText(state.view.settings, model.method, model.headCount);
    for (const Needs needs : {Needs::gradients, Needs::ownGradients})
        model.whyNotThere[std::to_underlying(needs)] =
            whyNotThere(state.document->current, state.view.side, needs);
    model.layersText = state.view.settings.layers.empty()
                           ? formatText("all {}"_tr, {model.layerCount})
                           : describeLayers(state.view.settings);
    model.formula = formulaLines(state);
    const Preset* preset = presetOf(state.view.settings);
    model.preset = preset != nullptr ? std::string(preset->name) : std::string("custom"_tr);
    model.presetChanges = presetChanges(state.view.settings, model.method, model.headCount);
    model.citation = citationOf(model.method, state.view.settings, preset);
    if (flowsAcross(state.view.side, model.method))
        model.citation = std::string(acrossWords) + ' ' + model.citation;
    if (model.kind != MatrixKind::attention) {
        const std::string& name = state.document->current.contributionKind;
        const ContributionKind* kind = findContributionKind(name);
        model.citation = kind == nullptr ? "" : "T: " + std::string(kind->citation);
        model.headsText = "one matrix per layer"_tr;
    }
    model.predicted = predictedAtOutput(state);
    model.outputText = describeOutput(state);
    model.outputMode = state.view.outputMode;
    model.sort = state.view.sort;
    model.ghost = state.view.ghost;
    model.scale = state.view.scale;
    model.hasOwnShare = hasOwnShare(state);
    model.ownShare = state.view.ownShare;
    model.rawTokens = state.view.rawTokens;
    model.tokensDiffer = shownKeys(state, false) != state.keyTokens();
    model.hasWords = hasWords(state);
    model.words = state.view.words;
    model.hasSegments = hasSegments(state);
    model.segments = state.view.segments;
    model.spans = state.view.spans;
    const bool chosen = state.view.outputMode == OutputMode::chosen;
    model.outputs = chosen ? state.view.outputs : std::vector<int>{};
    const Units units = queryUnits(state);
    const int first = model.outputs.empty() ? -1 : units.of(model.outputs.front());
    for (const int token : model.outputs) model.canJoin |= units.of(token) != first;
    model.canJoin = model.canJoin && keysAreOutputs(state) && !state.document->current.image;
    for (const std::vector<int>& span : model.spans) {
        model.canSplit |= std::ranges::includes(model.outputs, span);
    }
    model.over = state.view.over;
    model.whyNoDivisor = whyNoDivisor(state.document->current, state.view.side, model.method);
    model.relativeFlow = state.view.relativeFlow;
    model.specialTokens = specialTokens(state);
    model.special = !model.specialTokens.empty();
    model.hidden = state.view.hidden;
    model.specialHidden = !state.view.hidden.empty();
    model.renormaliseHidden = state.view.renormaliseHidden;
    model.colormap = state.view.colormap;
    model.sides = availableSides(state.document->current);
    model.side = state.view.side;
    return model;
}

}  // namespace hw
