// SPDX-License-Identifier: MIT
#include "panels/caption.h"

#include <algorithm>

#include "core/model/contribution_kinds.h"
#include "core/model/methods.h"
#include "page/models/controls_model.h"
#include "page/models/header_model.h"
#include "page/models/model_text.h"
#include "page/rules/available.h"
#include "page/rules/compared_views.h"
#include "page/rules/fit_view.h"
#include "panels/compare/columns.h"
#include "panels/faithfulness/model.h"
#include "panels/heads/model.h"

namespace hw {
namespace {

std::string methodPart(const AppState& state) {
    std::string text(textsOf(state.view.method).caption);
    if (state.view.side == Side::contributions) {
        const ExampleSummary& example = state.document->current;
        const bool asIs = !specOf(state.view.method).overLayers || example.isGlobal;
        const std::string kind = contributionCaption(example.contributionKind);
        text = asIs ? formatText("Contributions, {}"_tr, {kind})
                    : formatText("{} of contributions, {}"_tr, {text, kind});
    }
    if (flowsAcross(state.view.side, state.view.method))
        text = formatText(
            "{} across encoder and decoder (our construction after Metzger et al. 2022)"_tr,
            {text});
    if (specOf(state.view.method).hasRelative)
        text = formatText(state.view.relativeFlow ? "{}, rows divided by their sum"_tr
                                                  : "{}, the maximum flow itself"_tr,
                          {text});
    if (isOver(state, state.view.side, state.view.method))
        text = formatText(
            "{}, relative to a uniform causal model of the same depth (our own normalisation; Abnar & Zuidema, section 5, call for one but give no formula)"_tr,
            {text});
    return text;
}

/// "A_6" becomes "A6" in text without subscripts.
std::string level(std::string text) {
    std::erase(text, '_');
    return text;
}

std::string settingsPart(const AppState& state, FigureSubject subject) {
    ControlsModel controls = controlsModel(state);
    if (subject == FigureSubject::eachLayer) {
        // Each layer has its own cross-attention, so the name has no layer number.
        const std::string own = "C_" + std::to_string(state.view.layer + 1);
        for (std::string& line : controls.formula) {
            if (const auto at = line.find(own); at != line.npos) line.replace(at, own.size(), "C");
        }
    }
    const bool isAttention = controls.kind == MatrixKind::attention;
    std::string text =
        isAttention ? formatText("Heads: {}"_tr, {controls.headsText}) : "As in the file"_tr;
    const std::size_t lines = controls.formula.size();
    for (std::size_t i = 0; i < lines; ++i) {
        // The last line of a product names layers, which the text states in words. Relevance, and rollout across both
        // sides, have no such line.
        const bool across = state.view.side == Side::cross && specOf(state.view.method).wholeAcross;
        const bool product = state.view.method != Method::relevance && !across && i + 1 == lines;
        if (!product) text += "; " + level(controls.formula[i]);
    }
    const MethodSpec& method = specOf(state.view.method);
    if (method.overLayers && textsOf(state.view.method).cite.empty() && !controls.citation.empty())
        text = isAttention ? formatText("{}. Settings: {}"_tr, {text, controls.citation})
                           : text + ". " + controls.citation;
    return text;
}

std::string dataPart(const AppState& state) {
    const ExampleSummary& example = state.document->current;
    std::string text = formatText("Data: {}"_tr, {documentTitle(state)});
    if (!example.model.empty()) text += "; " + example.model;
    text += " (" + sizesText(state) + ")";
    std::string source = example.source;
    const bool linked = state.source.kind == DataSource::Kind::url ||
                        state.source.kind == DataSource::Kind::gist ||
                        state.source.kind == DataSource::Kind::model;
    if (source.empty() && linked) source = state.source.text;
    if (source.empty() && state.document->name != example.title) source = state.document->name;
    if (!source.empty()) text += "; " + formatText("source: {}"_tr, {source});
    return text;
}

/// "Raw, layer 6; Rollout, layers 1–6, residual 0.30", the columns with their changes.
std::string columnsPart(const AppState& state) {
    std::string text;
    for (const ComparedView& column : shownColumns(state)) {
        if (!text.empty()) text += "; ";
        text += column.score.empty() ? specOf(column.method).label : std::string_view(column.score);
        text += ", " + columnDetail(state, column);
    }
    return text;
}

std::string flowPart(const ViewState& view) {
    return formatText(view.sink == allInputs ? "Joint attention flow (Metzger et al. 2022), {}."_tr
                                             : "Attention flow (Abnar & Zuidema 2020), {}."_tr,
                      {layerRange(firstLayer(view), view.layer)});
}

std::string headsPart(const AppState& state) {
    const bool words = state.view.words;
    if (shownThumbnails(state) == HeadThumbnails::rollout)
        return words
                   ? "Every head over the rollout below it (Abnar & Zuidema 2020, Appendix A.1), by words."_tr
                   : "Every head over the rollout below it (Abnar & Zuidema 2020, Appendix A.1)."_tr;
    if (shownThumbnails(state) == HeadThumbnails::flow) {
        if (!flowsFromOutputs(state))
            return "Maximum flow through every head and the layers below (Abnar & Zuidema 2020, Appendix A.1)."_tr;
        return formatText(
            "Maximum flow through every head and the layers below (Abnar & Zuidema 2020, Appendix A.1), output {}."_tr,
            {describeOutput(state)});
    }
    if (state.view.side == Side::contributions)
        return formatText("Contributions of each layer, {}."_tr,
                          {contributionCaption(state.document->current.contributionKind)});
    return words ? "Every head’s attention from the file, by words."_tr
                 : "Every head’s attention from the file."_tr;
}

/// The caption's part before the settings.
std::string subjectPart(const AppState& state, FigureSubject subject) {
    const int first = firstLayer(state.view);
    const std::string output = describeOutput(state);
    switch (subject) {
        case FigureSubject::eachLayer:
            return formatText(
                "{}, {} each, output {}."_tr,
                {methodPart(state), layerRange(first, state.layerCount() - 1), output});
        case FigureSubject::flow: return flowPart(state.view);
        case FigureSubject::columns:
            return formatText("Comparison of {}, output {}."_tr, {columnsPart(state), output});
        case FigureSubject::heads: return headsPart(state);
        case FigureSubject::scores:
            return std::string(
                       "Rankings by raw attention, rollout and flow (Abnar & Zuidema 2020)."_tr) +
                   ' ' + describeRanking(state);
        case FigureSubject::layer: break;
    }
    const int from = specOf(state.view.method).overLayers ? first : state.view.layer;
    return formatText("{}, {}, output {}."_tr,
                      {methodPart(state), layerRange(from, state.view.layer), output});
}

/// The state with the figure's own method, for its settings and formula.
AppState asSubject(AppState state, FigureSubject subject) {
    if (subject == FigureSubject::flow) state.view.method = Method::flow;
    if (subject == FigureSubject::scores) state.view.method = Method::rollout;
    return state;
}

}  // namespace

std::string figureCaption(const AppState& state, FigureSubject subject) {
    const AppState shown = asSubject(state, subject);
    const std::string end = formatText("{}. Drawn by Headwaters."_tr, {dataPart(state)});
    std::string text = subjectPart(shown, subject) + ' ';
    if (subject == FigureSubject::heads) return text + end;
    text += settingsPart(shown, subject) + ". ";
    if (subject == FigureSubject::scores) return text + end;
    if (!state.view.hidden.empty()) {
        text +=
            pluralText(
                static_cast<int>(state.view.hidden.size()),
                state.view.renormaliseHidden
                    ? "{} token hidden, the rest divided by its sum.|{} tokens hidden, the rest divided by its sum."_tr
                    : "{} token hidden.|{} tokens hidden."_tr) +
            ' ';
    }
    return text + end;
}

}  // namespace hw
