// SPDX-License-Identifier: MIT
#include "engine/export_answer.h"

#include <set>
#include <span>

#include "core/matrix/matrix.h"
#include "core/methods/token_groups.h"
#include "core/words.h"
#include "engine/tasks/task_parts.h"
#include "io/write/explanation_text.h"
#include "io/write/export.h"

namespace hw {
namespace {

std::span<float> rowOf(Answer& answer, int row) {
    const std::size_t size = answer.cols;
    return std::span(answer.values).subspan(std::size_t{1} * row * size, size);
}

/// Divides each row by its sum, as the paper plots flow. A row of zeros stays.
void makeRelative(Answer& answer) {
    for (int row = 0; row < answer.rows; ++row) {
        double sum = 0;
        for (const float value : rowOf(answer, row)) sum += value;
        if (!(sum > 0)) continue;
        for (float& value : rowOf(answer, row)) value = static_cast<float>(value / sum);
    }
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
    const bool flowsAcross = query.side == Side::cross && query.method == Method::flow;
    const bool startsLate =
        query.method != Method::raw && (query.side != Side::cross || flowsAcross);
    const int first = startsLate ? query.settings.startLayer : 0;
    for (int layer = first; layer < answer.rows; ++layer) {
        result.layers.push_back({layer, 1, answer.cols, rowOf(answer, layer), {}, {}});
    }
}

/// The texts of the words; without words the tokens as they are.
std::vector<std::string> textsOf(const std::vector<int>& groups,
                                 std::span<const std::string> tokens) {
    if (groups.empty()) return {tokens.begin(), tokens.end()};
    return groupTexts(groupsFrom(groups), tokens);
}

/// A profile holds all tokens until here: its relative flow is divided by the sum of all of them.
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

/// Rows and columns of the question's side.
const std::vector<std::string>& rowTexts(const Example& example, Side side) {
    return hasEncoderQueries(side) || !example.decoder ? example.tokens : example.decoder->tokens;
}
const std::vector<std::string>& columnTexts(const Example& example, Side side) {
    return side == Side::decoder && example.decoder ? example.decoder->tokens : example.tokens;
}

wire::Exported exportExplanation(const std::string& documentName, const Example& example,
                                 const Query& query, const Explanation& explanation) {
    wire::Exported exported;
    exported.name = fileName(documentName, query, "json");
    exported.mediaType = "application/json";
    exported.text = explanationJson(explanation, query.settings, rowTexts(example, query.side),
                                    columnTexts(example, query.side), example, partOf(query.side));
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
        return std::unexpected(badQuestion("export", "Profiles and matrices can be saved."_tr));
    }
    if (format != "csv" && format != "json") {
        return std::unexpected(badQuestion("format", "The formats are csv and json."_tr));
    }
    ExportResult result;
    result.method = query.method;
    result.settings = query.settings;
    if (const AttentionTensor* tensor = tensorOf(example, partOf(query.side)))
        result.kind = tensor->kind;
    result.contributions = example.contributionKind;
    result.relative = relative && query.method == Method::flow;
    if (result.relative) makeRelative(answer);
    if (result.relative && uniform) makeRelative(*uniform);
    result.queries = rowTexts(example, query.side);
    result.keys = columnTexts(example, query.side);
    std::vector<std::string> both;
    if (query.side == Side::cross && query.method == Method::flow && example.decoder) {
        both.assign(result.keys.begin(), result.keys.end());
        both.insert(both.end(), result.queries.begin(), result.queries.end());
        result.keys = both;
        result.decoderKeys = static_cast<int>(result.queries.size());
    }
    const Grouping& grouping = query.grouping;
    const std::vector<std::string> keyTexts = textsOf(grouping.keys, result.keys);
    const std::vector<std::string> queryTexts = textsOf(grouping.queries, result.queries);
    result.keys = keyTexts;
    result.queries = queryTexts;
    if (result.decoderKeys > 0 && !grouping.keys.empty()) {
        std::set<int> left(grouping.keys.end() - result.decoderKeys, grouping.keys.end());
        left.erase(-1);
        result.decoderKeys = static_cast<int>(left.size());
    }
    result.words = !grouping.isEmpty();
    if (query.what == Query::What::profile) mergeColumns(answer);
    if (uniform) {
        result.over = Over::uniformCausal;
        if (query.what == Query::What::profile) mergeColumns(*uniform);
        for (std::size_t i = 0; i < answer.values.size(); ++i)
            answer.values[i] = ratioOf(answer.values[i], uniform->values[i]);
    }
    addLayers(result, answer);
    wire::Exported exported;
    exported.name = fileName(documentName, query, format);
    exported.mediaType = format == "csv" ? "text/csv" : "application/json";
    exported.text = format == "csv" ? resultCsv(result) : resultJson(result);
    return exported;
}

}  // namespace hw
