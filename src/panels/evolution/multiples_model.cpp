// SPDX-License-Identifier: MIT
#include "panels/evolution/multiples_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/statistics/scale_end.h"
#include "page/answers/questions.h"
#include "page/models/model_text.h"
#include "page/rules/available.h"
#include "page/rules/fit_view.h"

namespace hw {
namespace {

std::string titleOf(const AppState& state) {
    const Method method = state.view.method;
    const std::string over = describeDivisor(state, method);
    if (!specOf(method).overLayers)
        return formatText("{} in each layer"_tr, {rawTitle(state) + over});
    std::string name = specOf(method).label;
    if (specOf(method).hasRelative && state.view.relativeFlow) name = "Relative flow"_tr;
    return formatText("{} after each layer"_tr, {name + over});
}

std::string captionOf(const MultiplesModel& model) {
    if (model.standing.kind != Standing::Kind::there &&
        model.standing.kind != Standing::Kind::underWay) {
        return model.standing.text;
    }
    const auto there = std::count_if(model.layers.begin() + model.firstLayer, model.layers.end(),
                                     [](const Answer* answer) { return answer != nullptr; });
    const int total = static_cast<int>(model.layers.size()) - model.firstLayer;
    if (there < total)
        return model.standing.text + ' ' +
               sayCount(total, "{} of {} layer|{} of {} layers"_tr, {there, total});
    const std::string text =
        "Rows are output tokens, columns are input tokens, on one colour scale."_tr;
    if (model.firstLayer == 0) return text;
    return text + ' ' + std::string("Layers before the start layer are skipped."_tr);
}

}  // namespace

MatrixPeak peakOf(const Answer& answer) {
    MatrixPeak peak;
    for (std::size_t i = 0; i < answer.values.size(); ++i) {
        if (peak.query >= 0 && !(answer.values[i] > peak.value)) continue;
        if (std::isnan(answer.values[i])) continue;
        const std::size_t cols = answer.cols;
        peak = {static_cast<int>(i / cols), static_cast<int>(i % cols), answer.values[i]};
    }
    return peak;
}

std::vector<Query> multiplesQueries(const AppState& state) {
    std::vector<Query> queries;
    const int first = firstLayer(state.view);
    const int here = std::max(state.view.layer, first);
    queries.push_back(matrixQuery(state, state.view.method, here));
    for (int layer = first; layer < state.layerCount(); ++layer) {
        if (layer != here) queries.push_back(matrixQuery(state, state.view.method, layer));
    }
    return queries;
}

MultiplesModel multiplesModel(const AppState& state, ResultStore& results, const Axis& queries,
                              const Axis& keys) {
    MultiplesModel model;
    model.title = titleOf(state) + describeCuts(state);
    model.method = state.view.method;
    model.form = formOf(state, model.method);
    model.firstLayer = std::min(firstLayer(state.view), std::max(state.layerCount() - 1, 0));
    model.layer = state.view.layer;
    fillFrame(model, state, queries, keys);
    model.complete = true;
    model.standing.kind = Standing::Kind::there;
    float largest = 0;
    std::vector<float> ends;  // of layers that have arrived
    for (int layer = 0; layer < state.layerCount(); ++layer) {
        const Answer* answer = nullptr;
        if (layer >= model.firstLayer) {
            const Query query = matrixQuery(state, state.view.method, layer);
            answer = shownMatrix(state, results, query);
            Standing standing = standingOf(state, results, query);
            if (standing.kind != Standing::Kind::there &&
                (layer == model.firstLayer || !model.standing.isRefused())) {
                model.standing = std::move(standing);
            }
            if (answer != nullptr && answer->values.empty()) answer = nullptr;
            model.complete = model.complete && answer != nullptr && answer->complete >= 1;
        }
        model.layers.push_back(answer);
        if (answer == nullptr) continue;
        largest = std::max(largest, answer->largest);
        ends.push_back(answer->readable);
    }
    const bool evens =
        specOf(model.method).overLayers || std::cmp_greater(keys.tokens.size(), mostShortTokens);
    // On a logarithmic scale, small values stay visible next to large ones.
    const float fitted = endForLayers(ends, evens && model.form != ValueForm::ratios);
    model.fit = {.can = fitted < largest, .whole = state.view.wholeScale};
    const float end = model.fit.whole ? largest : fitted;
    model.scale = end > 0 ? end : 1;
    model.beyond = largest > model.scale;
    model.caption = captionOf(model);
    return model;
}

void writeMultiples(JsonWriter& json, const MultiplesModel& model) {
    json.beginObject().field("title", model.title).field("caption", model.caption);
    json.field("scale", model.scale).field("complete", model.complete).key("layers").beginArray();
    for (std::size_t layer = 0; layer < model.layers.size(); ++layer) {
        const Answer* answer = model.layers[layer];
        json.beginObject().field("layer", static_cast<int>(layer)).key("largest");
        answer == nullptr ? json.null() : json.value(answer->largest);
        json.endObject();
    }
    json.endArray().endObject();
}

}  // namespace hw
