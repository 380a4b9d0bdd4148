// SPDX-License-Identifier: MIT
#include "engine/export_answer.h"

#include <span>

#include "core/localized_text.h"
#include "core/matrix/divided_rows.h"
#include "core/matrix/matrix.h"
#include "core/methods/token_groups.h"
#include "core/result/result_axes.h"
#include "engine/tasks/task_parts.h"
#include "io/write/explanation_text.h"
#include "io/write/export.h"

namespace hw {
namespace {

std::span<float> rowOf(Answer& answer, int row) {
    const std::size_t size = answer.cols;
    return std::span(answer.values).subspan(std::size_t{1} * row * size, size);
}

OutputChoice choiceOf(const Query& query) {
    switch (query.outputMode) {
        case OutputMode::chosen: return {OutputJoin::sum, query.outputs};
        case OutputMode::meanOfAll: return {OutputJoin::mean, {}};
        case OutputMode::maxOfAll: return {OutputJoin::max, {}};
    }
    return {};
}

void addLayers(ExportResult& result, Answer& answer) {
    const Query& query = answer.query;
    if (query.what == Query::What::matrix) {
        result.layers.push_back({query.layer, answer.rows, answer.cols, answer.values, {}, {}});
        return;
    }
    result.output = choiceOf(query);
    const int first = firstLayerOf(query.method, partOf(query.side), result.kind, query.settings);
    for (int layer = first; layer < answer.rows; ++layer) {
        result.layers.push_back({layer, 1, answer.cols, rowOf(answer, layer), {}, {}});
    }
}

/// One side of a Grouping, or single tokens without one.
GroupedSide sideOf(const std::vector<int>& groups, const std::vector<std::string>& tokens) {
    return {groupsOf(groups, static_cast<int>(tokens.size())), !groups.empty()};
}

/// Called after the division of relative flow, since its sum is over all tokens.
void mergeColumns(Answer& answer) {
    if (answer.query.grouping.keys.empty()) return;
    const Matrix merged = mergeKeys({answer.values.data(), answer.rows, answer.cols},
                                    groupsFrom(answer.query.grouping.keys));
    const MatrixView view = merged;
    answer.cols = view.cols;
    answer.values.assign(view.values().begin(), view.values().end());
}

std::string fileName(std::string name, const Query& query, const std::string& format) {
    name = name.substr(name.find_last_of('/') + 1);
    name = name.substr(0, name.find('.'));
    if (name.empty()) name = "attention";
    return name + '-' + std::string(nameOf(query.method)) + '.' + format;
}

wire::Exported exportExplanation(const std::string& documentName, const Example& example,
                                 const Query& query, const Explanation& explanation) {
    wire::Exported exported;
    exported.name = fileName(documentName, query, "json");
    exported.mediaType = "application/json";
    const Part part = partOf(query.side);
    exported.text = explanationJson(explanation, query.settings, queryTokens(example, part),
                                    keyTokens(example, part), example, part);
    return exported;
}

}  // namespace

Result<wire::Exported> exportAnswer(const std::string& documentName, const Example& example,
                                    Answer answer, const std::string& format, bool relative,
                                    std::optional<Answer> uniform) {
    const Query& query = answer.query;
    if (query.what == Query::What::explanation && answer.explanation)
        return exportExplanation(documentName, example, query, *answer.explanation);
    if (query.what != Query::What::profile && query.what != Query::What::matrix) {
        return std::unexpected(
            badQuestion("export", "Only profiles and matrices can be saved."_tr));
    }
    if (format != "csv" && format != "json") {
        return std::unexpected(badQuestion("format", "The format must be csv or json."_tr));
    }
    const Part part = partOf(query.side);
    const Grouping& grouping = query.grouping;
    const ResultAxes tokens = tokenAxes(example, part, query.method);
    const ResultAxes axes = groupedAxes(tokens, sideOf(grouping.queries, tokens.queries),
                                        sideOf(grouping.keys, tokens.keys));
    ExportResult result = resultOf(example, part, query.method, query.settings, axes);
    result.relative = relative && specOf(query.method).hasRelative;
    result.words = !grouping.isEmpty();
    // Users open the exported file in a spreadsheet.
    result.cells = CsvCells::safe;
    const auto finish = [&](Answer& one) {
        if (result.relative) divideRows(std::span(one.values), one.cols);
        if (query.what == Query::What::profile) mergeColumns(one);
    };
    finish(answer);
    if (uniform) {
        result.over = Divisor::uniformCausal;
        finish(*uniform);
        divideByUniform(std::span(answer.values), std::span<const float>(uniform->values));
    }
    addLayers(result, answer);
    wire::Exported exported;
    exported.name = fileName(documentName, query, format);
    exported.mediaType = format == "csv" ? "text/csv" : "application/json";
    exported.text = format == "csv" ? resultCsv(result) : resultJson(result);
    return exported;
}

}  // namespace hw
