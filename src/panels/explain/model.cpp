// SPDX-License-Identifier: MIT
#include "panels/explain/model.h"

#include <algorithm>
#include <cmath>

#include "core/model/methods.h"
#include "page/answers/questions.h"
#include "page/answers/shown_profile.h"
#include "page/models/controls_model.h"
#include "page/models/model_text.h"
#include "page/models/number_phrases.h"
#include "page/rules/opened_terms.h"
#include "page/rules/units.h"
#include "panels/explain/flow_steps.h"
#include "panels/explain/places.h"
#include "panels/explain/sums.h"

namespace hw {
namespace {

int chosenQuery(const AppState& state) {
    return state.view.outputs.empty() ? 0 : state.view.outputs.front();
}

LocalizedText describeValue(const AppState& state) {
    return state.view.method == Method::flow ? "maximum flow"_tr : textsOf(state.view.method).words;
}

/// The number itself, and each one opened on the way to the present one.
void addCrumbs(ExplainModel& model, const AppState& state, const TokenNames& names,
               const std::vector<ProductLink>& links) {
    const OpenedTerms& opened = state.view.opened;
    OpenedTerms at;
    int row = model.query;
    const auto add = [&](std::string words) {
        model.crumbs.push_back({std::move(words), "terms=" + termsText(at), at == opened});
    };
    add(std::string(describeValue(state)) + " " + names.key(model.key) + " → " +
        names.query(model.query));
    for (std::size_t depth = 0; depth < opened.down.size() && depth < links.size(); ++depth) {
        row = opened.down[depth];
        at.down.push_back(row);
        const bool isInput = depth + 1 == links.size();
        const std::string from = names.columnOf(links[depth], row);
        add(isInput ? formatText("input {} → {}"_tr, {names.key(model.key), from})
                    : formatText("below {}, {} → {}"_tr,
                                 {links[depth].name(), names.key(model.key), from}));
    }
    if (opened.kind == NumberKind::value || opened.down.size() >= links.size()) return;
    const ProductLink& link = links[opened.down.size()];
    at.key = opened.key;
    at.kind = NumberKind::weight;
    add(formatText("weight in {}, {} → {}"_tr,
                   {link.name(), names.columnOf(link, opened.key), names.rowOf(link, row)}));
    if (opened.kind == NumberKind::weight) return;
    at.kind = NumberKind::fused;
    add("its heads"_tr);
}

}  // namespace

int explainedKey(const AppState& state, ResultStore& results) {
    const int keys = state.keyCount();
    if (state.view.sink >= 0 && state.view.sink < keys) return state.view.sink;
    const Method method = state.view.method;
    const ShownProfile profile(results.find(profileQuery(state, method)), state, method);
    const bool across = !keysAreOutputs(state);
    int best = -1;
    for (int unit = 0; unit < profile.keys(); ++unit) {
        const Unit& one = profile.units().list[unit];
        // The output itself is nearly always first and least informative.
        if (!across && one.token() == chosenQuery(state)) continue;
        const float value = profile.at(state.view.layer, unit);
        if (std::isnan(value)) continue;
        if (best < 0 || value > profile.at(state.view.layer, best)) best = unit;
    }
    if (best >= 0) return profile.units().list[best].shown.front();
    return std::clamp(chosenQuery(state), 0, std::max(0, keys - 1));
}

Query explainQuery(const AppState& state, int key) {
    const ViewState& view = state.view;
    Query query = questionWith(state, Query::What::explanation, view.method, view.settings);
    const OpenedTerms& opened = view.opened;
    query.place.layer = view.layer;
    query.place.query = chosenQuery(state);
    query.place.key = key;
    query.place.kind = opened.kind;
    // A flow has no factors, but the weights on its paths have heads.
    if (view.method == Method::flow && opened.kind == NumberKind::value) return query;
    query.place.down = static_cast<int>(opened.down.size());
    if (!opened.down.empty()) query.place.query = opened.down.back();
    if (opened.kind != NumberKind::value) query.place.key = opened.key;
    return query;
}

ExplainModel explainModel(const AppState& state, ResultStore& results) {
    ExplainModel model;
    const ViewState& view = state.view;
    model.method = view.method;
    model.layer = view.layer;
    model.keys = state.keyCount();
    model.query = chosenQuery(state);
    model.key = explainedKey(state, results);
    const TokenNames names(state);
    const bool below = specOf(view.method).overLayers;
    model.title = formatText(below ? "How the {} from {} to {} after layer {} arises"_tr
                                   : "How the {} from {} to {} in layer {} arises"_tr,
                             {describeValue(state), names.key(model.key), names.query(model.query),
                              view.layer + 1}) +
                  describeCuts(state);
    if (view.outputMode != OutputMode::chosen || view.outputs.size() > 1)
        model.note = "Only the first chosen output is explained."_tr;
    const Query query = explainQuery(state, model.key);
    model.standing = standingOf(state, results, query);
    if (model.standing.isRefused() && flowsAcross(view.side, view.method)) {
        model.standing.ways = sidesAlone(state);
        model.standing.ways.push_back(
            {std::string(specOf(Method::rollout).label), "method=rollout"});
    }
    const std::vector<ProductLink> links = productLinks(state);
    const Answer* answer = results.find(query);
    if (answer == nullptr || !answer->explanation) {
        addCrumbs(model, state, names, links);
        return model;
    }
    const Explanation& found = *answer->explanation;
    // Written powers of ten would not add up.
    model.decimals = std::min(decimalsFor(found.value) + 1, powersOfTen - 1);
    model.value = shownNumber(found.value, model.decimals);
    if (found.flow) {
        fillFlowSteps(model, found, state, names);
        return model;
    }
    addCrumbs(model, state, names, links);
    fillSum(model, found, state, names, links);
    if (model.crumbs.size() > 1) model.backFields = model.crumbs[model.crumbs.size() - 2].fields;
    return model;
}

}  // namespace hw
