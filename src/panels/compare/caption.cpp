// SPDX-License-Identifier: MIT
#include <algorithm>

#include "page/models/model_text.h"
#include "page/models/value_scale.h"
#include "page/state/compared_views.h"
#include "panels/compare/model.h"

namespace hw {
namespace {

/// What scores are of, where the other columns are of something else.
std::string scoreWords(const AppState& state) {
    const int output = state.document->current.outputToken;
    const ViewState& view = state.view;
    const bool same = view.outputMode == OutputMode::chosen && view.outputs == std::vector{output};
    const std::string text = "Scores are the file’s own numbers, each with its own scale."_tr;
    if (same || output < 0 || output >= state.queryCount()) return text;
    return text + ' ' +
           say("They are for its output {}, not for {}."_tr,
               {quoted(shownToken(state, true, output)), outputWords(state)});
}

/// What the columns' scale leaves out, for its words.
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
        return "The file has nothing else to compare; add a column to vary the settings."_tr;
    std::string text = counted(tokens,
                               "Spearman’s rank correlation over {} token; equal values share "
                               "their mean rank.|Spearman’s rank correlation over {} tokens; equal "
                               "values share their mean rank."_tr);
    const auto add = [&](std::string_view more) { text.append(" ").append(more); };
    for (const CompareColumn& column : model.columns) {
        if (!column.elsewhere || !column.ready) continue;
        if (column.labels.empty()) continue;
        add(column.values.size() == model.columns.front().values.size()
                ? "Different tokens are compared by their position."_tr
                : "Examples of different lengths are shown side by side, without difference "
                  "or correlation."_tr);
        break;
    }
    if (model.hasFewer)
        add("Only flow has values for the decoder’s own tokens (→); correlations with it are over "
            "the source text."_tr);
    const bool scored = std::ranges::any_of(
        model.columns, [](const CompareColumn& column) { return !column.view.score.empty(); });
    if (scored) add(scoreWords(state));
    if (model.form != CompareForm::bars) return text;
    add(scaleWords(view, scaleOf(model)));
    if (!model.commonScale)
        add("Each column has its own scale: not all are shares that sum to 1."_tr);
    return text;
}

}  // namespace hw
