// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "cli/batch/columns.h"
#include "cli/batch/results.h"
#include "cli/batch/summary.h"
#include "cli/commands.h"
#include "core/matrix/matrix.h"
#include "core/number_text.h"

namespace hw::cli {
namespace {

/// `{"file":...,"line":...,"example":...` without its end.
std::string begunLine(const Place& place, int number) {
    JsonWriter json;
    json.beginObject().field("file", place.file);
    if (place.line > 0) json.field("line", static_cast<unsigned long long>(place.line));
    json.field("example", number);
    return json.take();
}

/// The line of an object, with the place before the members of `object`.
std::string lineOf(const Place& place, int number, std::string_view object) {
    std::string line = begunLine(place, number);
    line += ',';
    line += object.substr(1);
    line += '\n';
    return line;
}

/// The cells that every line of an example begins with.
std::string begunCells(const Place& place, int number, CsvCells cells) {
    std::string begun = csvCell(place.file, cells) + ',';
    if (place.line > 0) begun += numberText(place.line);
    return begun + ',' + numberText(number) + ',';
}

template <class Number>
void appendNumber(std::string& csv, Number value) {
    csv += ',';
    if (std::isfinite(value)) csv += numberText(value);
    csv += "\r\n";
}

/// Calls visit(index, value) for each number of a layer.
template <class Visit>
void eachNumber(const ExportLayer& layer, Visit visit) {
    for (std::size_t i = 0; i < layer.floats.size(); ++i) visit(i, layer.floats[i]);
    for (std::size_t i = 0; i < layer.doubles.size(); ++i) visit(i, layer.doubles[i]);
}

std::string linesOfCsv(const ExportResult& result, const Place& place, int number) {
    const std::string begun = begunCells(place, number, result.cells);
    std::vector<std::string> keys;
    for (const std::string& key : result.keys)
        keys.push_back(numberText(keys.size()) + ',' + csvCell(key, result.cells));
    std::vector<std::string> queries;
    for (const std::string& query : result.queries)
        queries.push_back(numberText(queries.size()) + ',' + csvCell(query, result.cells) + ',');
    std::string csv;
    for (const ExportLayer& layer : result.layers) {
        const std::string before = begun + numberText(layer.layer + 1) + ',';
        eachNumber(layer, [&](std::size_t i, auto value) {
            csv += before;
            if (!result.output) csv += queries[i / keys.size()];
            csv += keys[i % keys.size()];
            appendNumber(csv, value);
        });
    }
    return csv;
}

/// One element per column, in the order of npyColumns. The offset is added on writing.
std::vector<std::string> columnsOf(const Place& place, int number, int firstLayer, int layers,
                                   int queries, int keys) {
    std::vector<std::string> parts;
    for (const std::int64_t cell :
         {static_cast<std::int64_t>(place.line), std::int64_t{number}, std::int64_t{firstLayer},
          std::int64_t{layers}, std::int64_t{queries}, std::int64_t{keys}})
        parts.push_back(bytesOf(cell));
    parts.emplace_back();
    return parts;
}

ExampleOutput columns(const ExportResult& result, const Place& place, int number) {
    ExampleOutput rendered;
    const int layers = static_cast<int>(result.layers.size());
    const int rows = layers > 0 ? result.layers.front().rows : 0;
    const int keys = static_cast<int>(result.keys.size());
    const int first = layers > 0 ? result.layers.front().layer : 0;
    rendered.parts = columnsOf(place, number, first, layers, rows, keys);
    std::string values;
    for (const ExportLayer& layer : result.layers) {
        appendBytes(values, layer.floats);
        appendBytes(values, layer.doubles);
    }
    rendered.parts.push_back(std::move(values));
    JsonWriter json;
    json.beginObject().array("tokens", result.keys);
    if (!result.output && !std::ranges::equal(result.keys, result.queries))
        json.array("queries", result.queries);
    json.endObject();
    rendered.parts.push_back(lineOf(place, number, json.text()));
    rendered.shape = result.output ? std::vector{layers, keys} : std::vector{layers, rows, keys};
    return rendered;
}

ExampleOutput rendering(const ExportResult& result, const Place& place, int number,
                        BatchFormat format) {
    ExampleOutput rendered;
    switch (format) {
        case BatchFormat::jsonl:
            rendered.parts = {lineOf(place, number, resultJson(result))};
            break;
        case BatchFormat::csv: rendered.parts = {linesOfCsv(result, place, number)}; break;
        case BatchFormat::npy: rendered = columns(result, place, number); break;
    }
    return rendered;
}

Result<ExampleOutput> renderJoint(const Example& example, const Place& place, int number,
                                  const BatchOptions& options) {
    const auto answer = jointAnswer(example, options);
    if (!answer) return std::unexpected(answer.error());
    ExampleOutput rendered;
    if (options.form == BatchFormat::jsonl) {
        rendered.parts = {lineOf(place, number, jointJson(*answer, options.settings))};
        return rendered;
    }
    ExportResult result;
    result.method = Method::joint;
    result.keys = *answer->keys;
    result.output = answer->sources;
    result.cells = options.cells;
    result.layers.push_back(
        {answer->layer, 1, static_cast<int>(result.keys.size()), {}, answer->values, {}});
    return rendering(result, place, number, options.form);
}

/// [scores][methods][layers], NaN below a method's first layer.
ExampleOutput scoreColumns(const Example& example, const std::vector<LayerScores>& scores,
                           const Place& place, int number) {
    const std::vector<std::string_view> names = importanceNames(scores);
    int layers = example.attentions.layers;
    for (const LayerScores& each : scores)
        layers = std::max(layers, each.firstLayer + static_cast<int>(each.layers.size()));
    constexpr int methods = rankedRowCount;
    std::vector<double> values(names.size() * methods * layers,
                               std::numeric_limits<double>::quiet_NaN());
    for (const LayerScores& each : scores) {
        const auto name = std::ranges::find(names, each.importance) - names.begin();
        const auto at = (name * methods + each.row) * layers + each.firstLayer;
        std::ranges::copy(each.layers, values.begin() + at);
    }
    ExampleOutput rendered;
    rendered.parts = columnsOf(place, number, 0, layers, methods, static_cast<int>(names.size()));
    rendered.parts.emplace_back();
    appendBytes(rendered.parts.back(), std::span<const double>(values));
    JsonWriter json;
    json.beginObject().array("importance", names).key("methods").beginArray();
    for (int row = 0; row < methods; ++row) json.value(rankedKey(row));
    json.endArray().endObject();
    rendered.parts.push_back(lineOf(place, number, json.text()));
    rendered.shape = {static_cast<int>(names.size()), methods, layers};
    return rendered;
}

Result<ExampleOutput> renderScores(const Example& example, const Place& place, int number,
                                   const BatchOptions& options) {
    ExampleOutput rendered;
    rendered.isEmpty = !hasScores(example);
    if (rendered.isEmpty) return rendered;
    auto scores = exampleScores(example, options, options.ranks);
    if (!scores) return std::unexpected(scores.error());
    if (scores->empty()) return std::unexpected(noScores());
    switch (options.form) {
        case BatchFormat::jsonl: {
            JsonWriter json;
            json.beginObject();
            writeScores(json, *scores);
            rendered.parts = {lineOf(place, number, json.endObject().take())};
            break;
        }
        case BatchFormat::csv: {
            const std::string begun = begunCells(place, number, options.cells);
            std::string csv;
            for (const LayerScores& each : *scores) {
                const std::string before = begun + csvCell(each.importance, options.cells) + ',' +
                                           std::string(rankedKey(each.row)) + ',';
                int layer = each.firstLayer;
                for (const double value : each.layers) {
                    csv += before + numberText(++layer);
                    appendNumber(csv, value);
                }
            }
            rendered.parts = {std::move(csv)};
            break;
        }
        case BatchFormat::npy: rendered = scoreColumns(example, *scores, place, number); break;
    }
    rendered.scores = std::move(*scores);
    return rendered;
}

Result<ExampleOutput> renderSummary(const Example& example, const Place& place, int number,
                                    const BatchOptions& options) {
    auto summary = summarise(example, options);
    if (!summary) return std::unexpected(summary.error());
    ExampleOutput rendered;
    rendered.parts = {lineOf(place, number, summaryJson(*summary)),
                      listLine(example, *summary, place, number, options.out)};
    rendered.scores = summary->scores;
    rendered.summary = std::make_shared<const Summary>(std::move(*summary));
    return rendered;
}

}  // namespace

ExampleOutput renderLine(std::string_view object, const Place& place, int number) {
    ExampleOutput rendered;
    rendered.parts = {lineOf(place, number, object)};
    return rendered;
}

Result<ExampleOutput> render(const Example& example, const Place& place, int number,
                             const BatchOptions& options) {
    if (options.summarises || options.correlates) {
        auto made = options.summarises ? renderSummary(example, place, number, options)
                                       : renderScores(example, place, number, options);
        if (made) made->cluster = example.cluster;
        return made;
    }
    if (options.method == Method::joint) return renderJoint(example, place, number, options);
    ExampleOutput rendered;
    const auto done = methodResult(example, options, [&](const ExportResult& result) {
        rendered = rendering(result, place, number, options.form);
    });
    if (!done) return std::unexpected(done.error());
    return rendered;
}

}  // namespace hw::cli
