// SPDX-License-Identifier: MIT
#include "panels/about.h"

#include <utility>

#include "core/model/contribution_kinds.h"
#include "core/model/methods.h"
#include "io/write/json_writer.h"
#include "page/models/controls_model.h"
#include "page/models/formula.h"
#include "page/models/model_text.h"
#include "page/rules/available.h"
#include "panels/method_limits.h"
#include "panels/registry.h"

namespace hw {
namespace {

/// Formulas mark indices by an underscore, which plain text does not need.
std::string plain(std::string_view formula) {
    std::string text;
    for (const char c : formula) {
        if (c != '_') text += c;
    }
    return text;
}

/// "Now showing rollout, layers 1–6, for [CLS] (mean of 8 heads). A = 0.50 I + 0.50 mean W; R = A6 A5 …"
std::string describeState(const AppState& state) {
    const ViewState& view = state.view;
    const ControlsModel controls = controlsModel(state);
    const LocalizedText method = textsOf(view.method).words;
    const std::string layers = layerRange(
        specOf(view.method).overLayers ? view.settings.startLayer : view.layer, view.layer);
    const std::string output = describeOutput(state);
    std::string text = controls.kind == MatrixKind::attention
                           ? formatText("Now showing {}, {}, for {} ({})."_tr,
                                        {method, layers, output, controls.headsText})
                           : formatText("Now showing {}, {}, for {}."_tr, {method, layers, output});
    for (std::size_t i = 0; i < controls.formula.size(); ++i) {
        text += (i == 0 ? " " : "; ") + plain(controls.formula[i]);
    }
    text += ".";
    if (flowsAcross(view.side, view.method)) text += ' ' + std::string(acrossWords);
    if (specOf(view.method).hasRelative) {
        text += ' ';
        text += view.relativeFlow ? "Each row is divided by its sum."_tr
                                  : "The values are capacities, not shares."_tr;
    }
    return text;
}

/// Explains contributions, and how they are used.
std::string describeContributions(const ExampleSummary& example) {
    const std::string text = formatText(
        "These are contributions, {}, not attention weights. They show how much of each new vector comes from each token, including the residual connection."_tr,
        {contributionCaption(example.contributionKind)});
    const LocalizedText use =
        example.isGlobal
            ? "They already refer to the input, so each layer’s matrix is shown unchanged."_tr
            : "Rollout is their plain product, and flow uses them as capacities, both without further changes."_tr;
    return text + ' ' + std::string(use);
}

}  // namespace

AboutModel aboutModel(const AppState& state, ResultStore& results, Panel panel) {
    const AboutText& text = *specOf(panel).about;
    AboutModel model{text.title, {text.shows}, {text.limit}};
    if (!state.document) return model;
    // If the flow's view is not shown, its text still describes flow.
    if (panel == Panel::flow && state.view.method != Method::flow &&
        isAvailable(state.document->current, state.view.side, Method::flow)) {
        AppState ofFlow = state;
        ofFlow.view.method = Method::flow;
        return aboutModel(ofFlow, results, panel);
    }
    if (state.view.side == Side::contributions)
        model.paragraphs.push_back(describeContributions(state.document->current));
    model.paragraphs.push_back(describeState(state));
    for (std::string& limit : limitsOfMethod(state)) model.limits.push_back(std::move(limit));
    for (std::string& limit : limitsOfData(state, results))
        model.limits.push_back(std::move(limit));
    return model;
}

std::string aboutJson(const AboutModel& model) {
    JsonWriter json;
    json.beginObject().field("title", model.title).array("paragraphs", model.paragraphs);
    json.array("limits", model.limits).endObject();
    return json.take();
}

}  // namespace hw
