// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "core/model/contribution_kinds.h"
#include "core/model/presets.h"
#include "core/tokens/visible_text.h"
#include "page/models/model_text.h"
#include "page/models/number_phrases.h"
#include "page/models/value_scale.h"
#include "page/rules/compared_views.h"
#include "panels/compare/columns.h"
#include "panels/compare/model.h"

namespace hw {
namespace {

constexpr LocalizedText ofHeads[] = {"mean of heads"_tr, "max of heads"_tr, "min of heads"_tr,
                                     "gradient norm of heads"_tr};
static_assert(std::size(ofHeads) == every<HeadFusion>().size());

/// The output that scores belong to, if the other columns show another.
std::string describeScore(const AppState& state) {
    const int output = state.document->current.outputToken;
    const ViewState& view = state.view;
    const bool same = view.outputMode == OutputMode::chosen && view.outputs == std::vector{output};
    const std::string text = "Scores are the file’s own numbers, each with its own scale."_tr;
    if (same || output < 0 || output >= state.queryCount()) return text;
    return text + ' ' +
           formatText("The scores belong to output {}, not to {}."_tr,
                      {quoted(shownToken(state, true, output)), describeOutput(state)});
}

/// The columns' scale, to describe the values beyond it.
ValueScale scaleOf(const CompareModel& model) {
    ValueScale scale{.isOwn = true};
    for (const CompareColumn& column : model.columns) {
        scale.beyond = scale.beyond || column.beyond;
        scale.isOwn = scale.isOwn && (!column.beyond || column.isOwn);
    }
    return scale;
}

}  // namespace

std::string compareCaption(const CompareModel& model, const AppState& state) {
    const ViewState& view = state.view;
    const int tokens = static_cast<int>(model.rows.size());
    if (model.columns.size() < fewestCompared)
        return "The file has nothing else to compare. Add a column to vary settings."_tr;
    std::string text = pluralText(
        tokens,
        "Spearman’s rank correlation over {} token (mean ranks for ties).|Spearman’s rank correlation over {} tokens (mean ranks for ties)."_tr);
    const auto add = [&](std::string_view more) { text.append(" ").append(more); };
    for (const CompareColumn& column : model.columns) {
        if (!column.elsewhere || !column.ready) continue;
        if (column.labels.empty()) continue;
        add(column.values.size() == model.columns.front().values.size()
                ? "Different tokens are compared by position."_tr
                : "Examples of different lengths have no difference or correlation."_tr);
        break;
    }
    if (model.hasFewer)
        add("Only flow has values for the decoder’s own tokens (→), and correlations with it ignore them."_tr);
    const bool scored = std::ranges::any_of(
        model.columns, [](const CompareColumn& column) { return !column.view.score.empty(); });
    if (scored) add(describeScore(state));
    if (std::ranges::any_of(model.columns, &CompareColumn::isOpen))
        add("Flow is still computing. Bands show proven ranges."_tr);
    if (model.form != CompareForm::bars) return text;
    add(describeScale(view, scaleOf(model), comparesLayers(view)));
    if (!model.commonScale) add("Each column has its own scale, since not all are shares."_tr);
    return text;
}

std::vector<std::string> changesOf(const AppState& state, const ComparedView& column) {
    std::vector<std::string> changes;
    if (const Preset* preset = column.preset.empty() ? nullptr : findPreset(column.preset))
        changes.emplace_back(preset->name);
    if (column.fusion) changes.emplace_back(ofHeads[std::to_underlying(*column.fusion)]);
    if (column.head) changes.push_back(formatText("head {}"_tr, {*column.head + 1}));
    if (column.residual)
        changes.push_back(formatText("residual {}"_tr, {twoDecimals(*column.residual)}));
    if (column.discard)
        changes.push_back(formatText("discard {}"_tr, {twoDecimals(*column.discard)}));
    if (isOver(state, state.view.side, column.method))
        changes.emplace_back("relative to uniform causal"_tr);
    if (column.side)
        changes.push_back(*column.side == Side::encoder
                              ? std::string("attention"_tr)
                              : describeContributions(state.document->current.contributionKind));
    return changes;
}

std::string layersOf(const AppState& state, const ComparedView& column) {
    const int layer = layerOf(state, column);
    const int start = settingsOf(state, column).startLayer;
    return layerRange(specOf(column.method).overLayers ? start : layer, layer);
}

bool namesExamples(const AppState& state) {
    return std::ranges::any_of(shownColumns(state), [&](const ComparedView& column) {
        return exampleOf(state, column).has_value();
    });
}

std::string detailOf(const AppState& state, const ComparedView& column, bool isNamed) {
    const DocumentSummary& document = *state.document;
    const std::string title = withVisibleControls(
        document.current.title.empty() ? document.name : document.current.title);
    if (!column.score.empty())
        return (isNamed ? title + "; " : "") + std::string("scores of the file"_tr);
    std::string text = layersOf(state, column);
    for (const std::string& change : changesOf(state, column)) text += ", " + change;
    if (!isNamed) return text;
    return formatText("{}, output {}, {}"_tr, {title, describeOutput(state), text});
}

std::vector<std::string> doneTo(const DocumentSummary& document) {
    constexpr std::string_view between = " · ";
    const std::string& title = document.current.title;
    const std::size_t done = title.find(between);
    if (done == std::string::npos) return {};
    return {title.substr(done + between.size())};
}

}  // namespace hw
