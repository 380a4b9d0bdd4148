// SPDX-License-Identifier: MIT
#include "page/rules/fit_view.h"

#include <algorithm>
#include <utility>

#include "core/model/attention_model.h"
#include "core/model/check_settings.h"
#include "core/statistics/scale_end.h"
#include "page/rules/available.h"
#include "page/rules/compared_views.h"
#include "page/rules/panes.h"
#include "page/rules/units.h"

namespace hw {
namespace {

std::size_t queriesOf(const ExampleSummary& example, Side side) {
    return hasEncoderQueries(side) ? example.tokens.size() : example.decoderTokens.size();
}

/// Ascending, without repeats, and only tokens from 0 to count-1.
void fitTokens(std::vector<int>& tokens, int count) {
    std::erase_if(tokens, [&](int token) { return token < 0 || token >= count; });
    std::stable_sort(tokens.begin(), tokens.end());
    tokens.erase(std::unique(tokens.begin(), tokens.end()), tokens.end());
}

}  // namespace

void chooseSide(ViewState& view, Side side, const ExampleSummary& example) {
    const bool same = hasEncoderQueries(view.side) && hasEncoderQueries(side);
    view.side = side;
    if (!same) forgetTokens(view, example);
}

void chooseMethod(ViewState& view, Method method, const ExampleSummary& example) {
    view.method = method;
    if (method == Method::flow || !isAvailable(example, view.side, Method::flow)) return;
    if (!shows(view, Panel::flow)) return;
    const Panel meant = view.panel;
    if (view.panes.columns.empty()) {
        view.panel = Panel::overview;
        return;
    }
    for (const Panel other : {Panel::evolution, Panel::matrix, Panel::bars, Panel::heads}) {
        if (shows(view, other)) continue;
        replacePane(view, Panel::flow, other);
        break;
    }
    if (meant != Panel::flow) view.panel = meant;
}

int firstLayer(const ViewState& view) {
    const bool joined = view.side == Side::cross && specOf(view.method).wholeAcross;
    if (!specOf(view.method).overLayers || joined) return 0;
    return view.settings.startLayer;
}

std::vector<int> defaultOutputs(const ExampleSummary& example, Side side) {
    const int count = static_cast<int>(queriesOf(example, side));
    if (count == 0) return {};
    const Side main = mainSide(example);
    const bool isMain = side == main || (hasEncoderQueries(side) && hasEncoderQueries(main));
    if (example.outputToken >= 0 && example.outputToken < count && isMain) {
        return {example.outputToken};
    }
    const bool causal = !hasEncoderQueries(side) || example.kind == AttentionKind::causal;
    return {causal ? count - 1 : 0};
}

void forgetTokens(ViewState& view, const ExampleSummary& example) {
    view.outputs = defaultOutputs(example, view.side);
    view.hidden.clear();
    view.spans.clear();
    view.sink = -1;
}

ViewState defaultView(const DocumentSummary& document) {
    AppState fresh;
    fresh.document = document;
    fresh.view.side = mainSide(document.current);
    if (document.current.outputToken == meanOfTokens) fresh.view.outputMode = OutputMode::meanOfAll;
    fresh.view.layer = fresh.layerCount() - 1;
    fitView(fresh);
    return fresh.view;
}

ViewState nextView(const ViewState& before, const DocumentSummary& document) {
    AppState next;
    next.document = document;
    next.view = defaultView(document);
    std::apply([&](auto... member) { ((next.view.*member = before.*member), ...); },
               stayingMembers);
    // The focus among several views is part of their layout.
    if (!before.panes.columns.empty())
        next.view.panel = before.panel;
    else if (hasPanel(document.current, Panel::patches))
        next.view.panel = Panel::patches;
    else if (document.current.image)
        next.view.panel = Panel::image;
    fitView(next);
    return next.view;
}

void fitView(AppState& state) {
    if (!state.document) return;
    const ExampleSummary& example = state.document->current;
    ViewState& view = state.view;
    view.example = state.document->example;
    view.recipe = example.recipe;
    const std::vector<Side> sides = availableSides(example);
    if (std::find(sides.begin(), sides.end(), view.side) == sides.end()) {
        view.side = mainSide(example);
    }
    fitPanes(view, example);
    if (shows(view, Panel::flow) && isAvailable(example, view.side, Method::flow)) {
        view.method = Method::flow;
    } else if (!isAvailable(example, view.side, view.method)) {
        const bool rollout = isAvailable(example, view.side, Method::rollout);
        view.method = rollout ? Method::rollout : Method::raw;
    }
    if (kindOf(example, view.side) == MatrixKind::globalContributions) {
        view.settings.startLayer = 0;  // without a product, no layer can be skipped at its start
        view.settings.layers.clear();
    }
    AttentionTensor shape;  // only sizes
    shape.layers = state.layerCount();
    // The chosen heads are kept for the attention that comes with contributions.
    shape.heads = view.side == Side::contributions ? std::max(example.heads, 1) : state.headCount();
    shape.queries = state.queryCount();
    shape.keys = state.keyCount();
    if (view.side == Side::cross && example.hasSelf) {
        shape.layers = std::min(shape.layers, example.layers);
        shape.heads = std::min(shape.heads, example.heads);
    }
    const Side weighed = view.side == Side::contributions ? Side::encoder : view.side;
    const auto has = [&](auto choice) {
        return whyNotThere(example, weighed, needsOf(choice)).empty();
    };
    if (has(HeadFusion::gradientNorm)) shape.gradientNorms.assign(1, 0.0);  // there are some
    view.settings = fitSettings(std::move(view.settings), shape);
    if (!whyNoDivisor(example, view.side, Method::raw).empty()) view.over = Divisor::nothing;
    if (!has(view.settings.fusion)) view.settings.fusion = HeadFusion::mean;
    if (!has(view.settings.jointForm)) view.settings.jointForm = JointForm::attention;
    const int last = std::max(state.layerCount() - 1, 0);
    view.layer = std::clamp(view.layer, std::min(firstLayer(view), last), last);
    fitTokens(view.outputs, state.queryCount());
    if (view.outputs.empty()) view.outputs = defaultOutputs(example, view.side);
    const bool known = view.sink == -1 || view.sink == allInputs;
    if (!known && (view.sink < 0 || view.sink >= state.keyCount())) view.sink = -1;
    fitTokens(view.hidden, state.keyCount());
    if (static_cast<int>(view.hidden.size()) == state.keyCount()) view.hidden.clear();
    fitUnits(state);
    fitCompared(state);
    for (double* share : {&view.patchOpacity, &view.edges.from, &view.edges.kept})
        *share = std::clamp(*share, 0.0, 1.0);
    std::stable_sort(view.leftOut.begin(), view.leftOut.end());
    view.leftOut.erase(std::unique(view.leftOut.begin(), view.leftOut.end()), view.leftOut.end());
}

SortBy shownSort(const AppState& state) {
    if (state.view.sort != SortBy::automatic) return state.view.sort;
    return foldsBars(state) ? SortBy::score : SortBy::position;
}

bool foldsBars(const AppState& state) {
    return state.view.sort == SortBy::automatic && state.keyCount() > mostShortTokens;
}

}  // namespace hw
