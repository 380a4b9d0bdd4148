// SPDX-License-Identifier: MIT
#include "panels/compare/mirror.h"

#include <cmath>

#include "core/model/presets.h"
#include "core/number_text.h"
#include "page/mirror/options.h"
#include "page/mirror/tables.h"
#include "page/models/number_phrases.h"
#include "page/rules/available.h"
#include "page/rules/compared_views.h"
#include "page/rules/fit_view.h"
#include "panels/compare/columns.h"

namespace hw {
namespace {

void writeComparedValues(JsonWriter& json, const CompareModel& model) {
    std::vector<std::string> names;
    for (const CompareColumn& column : model.columns) {
        names.push_back(column.name + ", " + column.detail);
    }
    if (model.of >= 0) names.push_back(model.differenceName);
    mirror::beginTable(json, model.title, "", names);
    for (const int key : model.rows) {
        const std::size_t index = key;
        std::vector<std::string> cells;
        for (const CompareColumn& column : model.columns) {
            const bool there = column.ready && index < column.values.size();
            std::string cell = there ? describeSpoken(column, index) : column.ready ? "–" : "…";
            if (there && !column.labels.empty()) cell = column.labels[index] + " " + cell;
            cells.push_back(std::move(cell));
        }
        if (model.of >= 0) {
            cells.push_back(waits(model, model.of, model.from)
                                ? "…"
                                : signedNumber(model.difference[index], model.differenceDecimals));
        }
        mirror::tableRow(json, model.labels[index], cells);
    }
    mirror::endTable(json);
}

void writeCorrelations(JsonWriter& json, const CompareModel& model) {
    if (model.columns.size() < 2) return;
    std::vector<std::string> names;
    for (const CompareColumn& column : model.columns) names.push_back(column.name);
    mirror::beginTable(json, "Rank correlation"_tr, model.caption, names);
    const int count = static_cast<int>(names.size());
    for (int i = 0; i < count; ++i) {
        std::vector<std::string> cells;
        for (int j = 0; j < count; ++j)
            cells.push_back(waits(model, i, j) ? "…" : signedNumber(model.correlation[i][j]));
        mirror::tableRow(json, names[i], cells);
    }
    mirror::endTable(json);
    writeTable(json, model.rankings);
}

using namespace mirror;
using Columns = std::vector<ComparedView>;

/// The number of columns, with the URL field of each choice.
void writeColumnCount(JsonWriter& json, const Columns& columns) {
    std::vector<Option> options;
    for (int count = fewestCompared; count <= mostCompared; ++count) {
        Columns next = columns;
        while (static_cast<int>(next.size()) < count) {
            ComparedView added;
            if (!next.empty()) added = next.back();
            added.score.clear();
            if (!specOf(added.method).overLayers) added.method = Method::rollout;
            next.push_back(added);
        }
        next.resize(count);
        options.push_back({numberText(count), fieldText("compare", comparedText(next)),
                           static_cast<int>(columns.size()) == count, true, "", numberText(count)});
    }
    choice(json, "compare-columns", "Columns"_tr, options);
}

/// A value for programs: an index counted from 1, a share, or the name used in a URL.
std::string idOf(int value) { return numberText(value + 1); }
std::string idOf(double value) { return numberText(value); }
template <Named Choice>
std::string idOf(Choice value) {
    return std::string(nameOf(value));
}

/// One member of a column, as in the view or with one of `values`. `label` has the column's number.
template <class Value>
void columnMember(JsonWriter& json, const Columns& columns, std::size_t column, const char* name,
                  LocalizedText label, std::optional<Value> ComparedView::* member,
                  const std::vector<std::pair<std::string, Value>>& values) {
    std::vector<Option> options;
    const auto offer = [&](const std::string& text, std::optional<Value> value) {
        Columns next = columns;
        next[column].*member = value;
        options.push_back({text, fieldText("compare", comparedText(next)),
                           columns[column].*member == value, true, "",
                           value ? idOf(*value) : "view"});
    };
    offer("as in the view"_tr, std::nullopt);
    for (const auto& [text, value] : values) offer(text, value);
    const std::string number = numberText(column + 1);
    choice(json, "compare-" + number + "-" + name, formatText(label, {number}), options);
}

std::vector<std::pair<std::string, int>> countedFrom1(int count) {
    std::vector<std::pair<std::string, int>> values;
    for (int i = 0; i < count; ++i) values.emplace_back(numberText(i + 1), i);
    return values;
}

std::vector<std::pair<std::string, double>> decimals(std::initializer_list<double> list) {
    std::vector<std::pair<std::string, double>> values;
    for (const double value : list) values.emplace_back(inLanguage(numberText(value)), value);
    return values;
}

/// Other settings that a method's column can change.
void writeSettings(JsonWriter& json, const AppState& state, const Columns& columns,
                   std::size_t column) {
    const ComparedView& view = columns[column];
    const std::string number = numberText(column + 1);
    std::vector<Option> options;
    const auto offer = [&](std::string_view id, std::string_view name) {
        Columns next = columns;
        next[column].preset = id;
        options.push_back({std::string(name), fieldText("compare", comparedText(next)),
                           view.preset == id, true, "", std::string(id.empty() ? "view" : id)});
    };
    offer("", "as in the view"_tr);
    for (const Preset& preset : presets()) offer(preset.id, preset.name);
    choice(json, "compare-" + number + "-preset", formatText("Column {}, preset"_tr, {number}),
           options);
    columnMember<double>(json, columns, column, "residual", "Column {}, residual"_tr,
                         &ComparedView::residual, decimals({0, 0.25, 0.5, 0.75}));
    columnMember<double>(json, columns, column, "discard", "Column {}, discard"_tr,
                         &ComparedView::discard, decimals({0, 0.1, 0.3, 0.5, 0.9}));
    std::vector<std::pair<std::string, HeadFusion>> fusions;
    for (const HeadFusion fusion : every<HeadFusion>()) {
        if (needsGradients(fusion) && !hasGradients(state.document->current, state.view.side))
            continue;
        fusions.emplace_back(shortWord(fusion), fusion);
    }
    columnMember<HeadFusion>(json, columns, column, "head fusion", "Column {}, head fusion"_tr,
                             &ComparedView::fusion, fusions);
    columnMember<int>(json, columns, column, "head", "Column {}, head"_tr, &ComparedView::head,
                      countedFrom1(state.headCount()));
    const ExampleSummary& example = state.document->current;
    if (example.contributionLayers > 0 && example.hasSelf)
        columnMember<Side>(
            json, columns, column, "weights", "Column {}, weights"_tr, &ComparedView::side,
            {{"contributions"_tr, Side::contributions}, {"attention"_tr, Side::encoder}});
    const auto layers = countedFrom1(state.layerCount());
    columnMember<int>(json, columns, column, "layer", "Column {}, layer"_tr, &ComparedView::layer,
                      layers);
    if (specOf(view.method).overLayers)
        columnMember<int>(json, columns, column, "start layer", "Column {}, start layer"_tr,
                          &ComparedView::start, layers);
}

/// The column's file and example.
void writeData(JsonWriter& json, const AppState& state, const Columns& columns,
               std::size_t column) {
    const ComparedView& view = columns[column];
    const DocumentSummary& file =
        view.earlierFile && state.earlier ? *state.earlier : *state.document;
    const std::string number = numberText(column + 1);
    std::vector<Option> examples;
    const auto offer = [&](const std::string& title, std::string id, std::optional<int> example,
                           const Recipe& recipe) {
        Columns next = columns;
        next[column].example = example;
        next[column].recipe = recipe;
        const bool isSame = recipe.isEmpty() ? view.example == example : true;
        examples.push_back({title, fieldText("compare", comparedText(next)),
                            view.recipe == recipe && isSame, true, "", std::move(id)});
    };
    offer("as in the view"_tr, "view", std::nullopt, {});
    for (std::size_t i = 0; i < file.exampleTitles.size(); ++i)
        offer(file.exampleTitles[i], numberText(i), static_cast<int>(i), {});
    for (const ListedExample& made : file.made)
        offer(made.title, numberText(made.id), std::nullopt, made.recipe);
    if (examples.size() > 2)
        choice(json, "compare-" + number + "-example",
               formatText("Column {}, example"_tr, {number}), examples);
    if (!state.earlier) return;
    std::vector<Option> files;
    for (const bool earlier : {false, true}) {
        Columns next = columns;
        next[column].earlierFile = earlier;
        next[column].example.reset();
        next[column].recipe = {};
        files.push_back({earlier ? state.earlier->name : state.document->name,
                         fieldText("compare", comparedText(next)), view.earlierFile == earlier,
                         true, "", earlier ? "earlier" : "this"});
    }
    choice(json, "compare-" + number + "-file", formatText("Column {}, file"_tr, {number}), files);
}

/// The column's method or scores, and everything else that it can change.
void writeColumn(JsonWriter& json, const AppState& state, const Columns& columns,
                 std::size_t column) {
    const ComparedView& view = columns[column];
    std::vector<Option> options;
    const auto offer = [&](const std::string& label, std::string_view id,
                           const ComparedView& changed, bool chosen, bool there) {
        Columns next = columns;
        next[column] = changed;
        options.push_back(
            {label, fieldText("compare", comparedText(next)), chosen, there, "", std::string(id)});
    };
    for (const Method method : every<Method>()) {
        ComparedView changed = view;
        changed.method = method;
        changed.score.clear();
        offer(shortWord(method), nameOf(method), changed,
              view.score.empty() && view.method == method,
              isAvailable(state.document->current, state.view.side, method));
    }
    for (const Importance& scores : state.document->current.importance) {
        ComparedView changed;
        changed.score = scores.name;
        if (scoresOf(state, scores.name) != nullptr)
            offer(formatText("scores: {}"_tr, {scores.name}), scores.name, changed,
                  view.score == scores.name, true);
    }
    const std::string number = numberText(column + 1);
    choice(json, "compare-" + number, formatText("Column {}"_tr, {number}), options);
    if (view.score.empty()) writeSettings(json, state, columns, column);
    writeData(json, state, columns, column);
}

}  // namespace

void writeTables(JsonWriter& json, const CompareModel& model) {
    writeComparedValues(json, model);
    writeCorrelations(json, model);
}

void writeComparing(JsonWriter& json, const AppState& state) {
    const std::vector<ComparedView> columns = shownColumns(state);
    enumChoice(json, "compare-as", "Columns as"_tr, state.view.compareForm);
    std::vector<Option> pairs{
        {"none"_tr, "difference=none", !state.view.difference.exists(), true, ""}};
    writeColumnCount(json, columns);
    std::vector<Option> together;
    for (const Comparison& comparison : comparisons(state)) {
        const bool chosen = state.view.compared == comparison.columns;
        together.push_back({std::string(comparison.name), comparison.fields(), chosen, true, ""});
    }
    choice(json, "compare-together", "One column per setting value"_tr, together);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        writeColumn(json, state, columns, i);
        for (std::size_t j = 0; j < i; ++j) {
            const std::string pair = numberText(j + 1) + ',' + numberText(i + 1);
            const bool shown =
                shownDifference(state) == ComparedPair{static_cast<int>(j), static_cast<int>(i)};
            pairs.push_back({formatText("column {} minus column {}"_tr, {j + 1, i + 1}),
                             fieldText("difference", pair), shown, true, ""});
        }
    }
    choice(json, "difference", "Difference"_tr, pairs);
}

void writeCompare(JsonWriter& json, const CompareModel& model, int firstLayer) {
    json.beginObject().key("columns").beginArray();
    for (const CompareColumn& column : model.columns) {
        json.beginObject();
        const bool scored = !column.view.score.empty();
        if (scored) json.field("score", column.view.score);
        if (!scored) json.field("method", nameOf(column.view.method));
        json.field("detail", column.detail);
        if (!scored) json.field("layer", column.layer + firstLayer);
        json.array("values", column.values);
        json.field("name", column.name);
        if (!column.texts.empty()) json.array("tokens", column.texts);
        json.endObject();
    }
    json.endArray().array("tokens", model.texts).array("rows", model.rows);
    json.key("spearman").beginArray();
    for (const std::vector<double>& row : model.correlation) {
        json.beginArray();
        for (const double value : row) json.value(value);
        json.endArray();
    }
    json.endArray();
    if (model.of >= 0) {
        json.key("difference").beginObject().field("of", model.of).field("from", model.from);
        json.field("name", model.differenceName).array("values", model.difference).endObject();
    }
    json.endObject();
}

}  // namespace hw
