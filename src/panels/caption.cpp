// SPDX-License-Identifier: MIT
#include "panels/caption.h"

#include <algorithm>

#include "core/model/contribution_kinds.h"
#include "page/models/controls_model.h"
#include "page/models/model_text.h"
#include "page/state/compared_views.h"
#include "page/state/view_rules.h"
#include "panels/compare/columns.h"
#include "panels/faithfulness/model.h"
#include "panels/heads/model.h"

namespace hw {
namespace {

std::string methodPart(const AppState& state) {
    std::string text(specOf(state.view.method).caption);
    if (state.view.side == Side::contributions) {
        const ExampleSummary& example = state.document->current;
        const bool asIs = state.view.method == Method::raw || example.isGlobal;
        text = (asIs ? "Contributions, " : text + " of contributions, ") +
               contributionCaption(example.contributionKind);
    }
    if (flowsAcross(state.view.side, state.view.method))
        text += " across encoder and decoder (our construction after Metzger et al. 2022)";
    if (state.view.method == Method::flow)
        text +=
            state.view.relativeFlow ? ", rows divided by their sum" : ", the maximum flow itself";
    if (isOver(state, state.view.side, state.view.method))
        text +=
            ", over that of a uniform causal model of the same depth (our own normalisation: "
            "Abnar & Zuidema, section 5, ask for one and give no formula)";
    return text;
}

/// "A_6" reads "A6" where digits cannot be lowered.
std::string level(std::string text) {
    std::erase(text, '_');
    return text;
}

std::string settingsPart(const AppState& state) {
    const ControlsModel controls = controlsModel(state);
    const bool isAttention = controls.kind == MatrixKind::attention;
    std::string text = isAttention ? "Heads: " + controls.headsText : "As in the file";
    const std::size_t lines = controls.formula.size();
    for (std::size_t i = 0; i < lines; ++i) {
        // A last line that names layers: they are said in words. Relevance, and rollout across both sides, has none.
        const bool across = state.view.side == Side::cross && state.view.method == Method::rollout;
        const bool product = state.view.method != Method::relevance && !across && i + 1 == lines;
        if (!product) text += "; " + level(controls.formula[i]);
    }
    const MethodSpec& method = specOf(state.view.method);
    if (method.overLayers && method.cite.empty() && !controls.citation.empty())
        text += (isAttention ? ". Settings: " : ". ") + controls.citation;
    return text;
}

std::string dataPart(const AppState& state) {
    const ExampleSummary& example = state.document->current;
    std::string text = "Data: " + (example.title.empty() ? state.document->name : example.title);
    if (!example.model.empty()) text += "; " + example.model;
    text +=
        " (" + counted(state.layerCount(), "layer") + ", " +
        (state.view.side == Side::contributions ? "" : counted(state.headCount(), "head") + ", ") +
        counted(state.firstDecoderKey(), "token") + ")";
    std::string source = example.source;
    const bool linked =
        state.source.kind == DataSource::Kind::url || state.source.kind == DataSource::Kind::gist;
    if (source.empty() && linked) source = state.source.text;
    if (source.empty() && state.document->name != example.title) source = state.document->name;
    if (!source.empty()) text += "; source: " + source;
    return text;
}

/// "Raw, layer 6; Rollout, layers 1–6, residual 0.30": the columns with what they change.
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
    const char* method = view.sink == allInputs ? "Joint attention flow (Metzger et al. 2022), "
                                                : "Attention flow (Abnar & Zuidema 2020), ";
    return method + layerRange(firstLayer(view), view.layer) + ". ";
}

/// What the figure shows, up to the settings.
std::string subjectPart(const AppState& state, FigureSubject subject) {
    const int first = firstLayer(state.view);
    const std::string output = ", output: " + outputWords(state) + ". ";
    switch (subject) {
        case FigureSubject::eachLayer:
            return methodPart(state) + ", " + layerRange(first, state.layerCount() - 1) + " each" +
                   output;
        case FigureSubject::flow: return flowPart(state.view);
        case FigureSubject::columns: return "Compared: " + columnsPart(state) + output;
        case FigureSubject::heads:
            if (shownThumbnails(state) == HeadThumbnails::rollout)
                return "Every head over the rollout of all layers below it (Abnar & Zuidema 2020, "
                       "Appendix A.1)" +
                       std::string(state.view.words ? ", by words" : "") + ". ";
            if (shownThumbnails(state) == HeadThumbnails::flow)
                return "Maximum flow through every head and all layers below it (Abnar & Zuidema "
                       "2020, Appendix A.1)" +
                       std::string(flowsFromOutputs(state) ? output : ". ");
            if (state.view.side == Side::contributions)
                return "Contributions of each layer, " +
                       contributionCaption(state.document->current.contributionKind) + ". ";
            return "Attention of every head, as it stands in the file" +
                   std::string(state.view.words ? ", by words" : "") + ". ";
        case FigureSubject::scores:
            return "Rankings by raw attention, rollout and flow (Abnar & Zuidema 2020). " +
                   rankedWords(state) + " ";
        case FigureSubject::layer: break;
    }
    const int from = state.view.method == Method::raw ? state.view.layer : first;
    return methodPart(state) + ", " + layerRange(from, state.view.layer) + output;
}

/// The state as the figure's own method has its settings and their formula.
AppState asSubject(AppState state, FigureSubject subject) {
    if (subject == FigureSubject::flow) state.view.method = Method::flow;
    if (subject == FigureSubject::scores) state.view.method = Method::rollout;
    return state;
}

constexpr const char* drawnBy = ". Drawn by Headwaters.";

}  // namespace

std::string figureCaption(const AppState& state, FigureSubject subject) {
    const AppState shown = asSubject(state, subject);
    std::string text = subjectPart(shown, subject);
    if (subject == FigureSubject::heads) return text + dataPart(state) + drawnBy;
    text += settingsPart(shown) + ". ";
    if (subject == FigureSubject::scores) return text + dataPart(state) + drawnBy;
    if (!state.view.hidden.empty()) {
        text += counted(static_cast<int>(state.view.hidden.size()), "token") + " hidden" +
                (state.view.renormaliseHidden ? ", the others divided by their sum. " : ". ");
    }
    return text + dataPart(state) + drawnBy;
}

}  // namespace hw
