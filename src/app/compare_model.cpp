// SPDX-License-Identifier: MIT
#include "app/compare_model.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "app/compared.h"
#include "app/matrix_model.h"
#include "app/model_text.h"
#include "app/units.h"
#include "app/view_rules.h"
#include "core/presets.h"
#include "core/setting_names.h"
#include "core/spearman.h"

namespace hw {
namespace {

constexpr float missing = std::numeric_limits<float>::quiet_NaN();

std::string decimals(double value) {
    char text[24];
    std::snprintf(text, sizeof text, "%.2f", value);
    return text;
}

/// "layers 1–6, discard 0.10": what a column covers and what it changes.
std::string detailOf(const AppState& state, const ComparedView& column, bool elsewhere) {
    const int layer = layerOf(state, column);
    const int start = settingsOf(state, column).startLayer;
    std::string text = layerRange(column.method == Method::raw ? layer : start, layer);
    if (!column.preset.empty()) {
        const Preset* preset = findPreset(column.preset);
        if (preset != nullptr) text += ", " + std::string(preset->name);
    }
    if (column.fusion) text += ", " + std::string(nameOf(*column.fusion)) + " of heads";
    if (column.head) text += ", head " + std::to_string(*column.head + 1);
    if (column.residual) text += ", residual " + decimals(*column.residual);
    if (column.discard) text += ", discard " + decimals(*column.discard);
    if (!elsewhere) return text;
    const DocumentSummary& document = *state.document;
    const std::string& title =
        document.current.title.empty() ? document.name : document.current.title;
    return title + ", read at " + outputWords(state) + "; " + text;
}

/// The state as if its view stood at a layer of the column's own.
LayerBlend blendOf(const AppState& state, const ComparedView& column) {
    if (!column.layer) return layerBlend(state.playback, state.layerCount());
    return {*column.layer, *column.layer, 0};
}

/// Rows that sum to 1 can be measured by one scale; capacities and relevance cannot.
bool isShare(const AppState& state, const ComparedView& column) {
    if (column.method == Method::flow) return state.view.relativeFlow;
    return column.method != Method::relevance;
}

void readProfile(CompareColumn& column, const AppState& state, const Answer* answer) {
    if (answer == nullptr) return;
    if (answer->problem) column.problem = answer->problem->finding;
    const ShownProfile profile(answer, state, column.view.method);
    column.ready = profile.ready();
    if (!column.ready) return;
    const LayerBlend blend = blendOf(state, column.view);
    float largest = 0;
    for (int key = 0; key < profile.keys(); ++key) {
        const float shown = blend.between(profile.at(blend.from, key), profile.at(blend.to, key));
        column.values.push_back(profile.at(column.layer, key));
        column.shown.push_back(shown);
        if (shown > largest) largest = shown;
    }
    column.ranks = ranksOf(profile, column.layer);
    column.scale = largest > 0 ? largest : 1;
}

void readMatrices(CompareColumn& column, const AppState& state, ResultStore& results) {
    const auto after = [&](int layer) {
        return shownMatrix(state, results, comparedMatrixQuery(state, column.view, layer));
    };
    column.matrix = matrixBlend(blendOf(state, column.view), after);
    const Answer* here = after(column.layer);
    if (here != nullptr && here->problem) column.problem = here->problem->finding;
}

/// Spearman's correlation of two columns over the tokens that are shown.
double correlationOf(const CompareColumn& a, const CompareColumn& b, const Units& units) {
    std::vector<double> first;
    std::vector<double> second;
    if (!a.ready || !b.ready || a.values.size() != b.values.size()) return std::nan("");
    for (std::size_t key = 0; key < a.values.size(); ++key) {
        if (key < units.list.size() && !units.list[key].isShown()) continue;
        first.push_back(a.values[key]);
        second.push_back(b.values[key]);
    }
    const auto ranksFor = [](const CompareColumn& column) {
        RankOptions options;
        if (column.view.method == Method::flow) options.epsilon = 1e-9;
        return options;
    };
    return spearman(first, second, ranksFor(a), ranksFor(b));
}

void compareAll(CompareModel& model, const Units& units) {
    const std::size_t count = model.columns.size();
    model.correlation.assign(count, std::vector<double>(count, std::nan("")));
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            const double value = correlationOf(model.columns[i], model.columns[j], units);
            model.correlation[i][j] = model.correlation[j][i] = value;
        }
    }
}

/// First minus second, cell by cell; no values where they do not belong together.
Answer differenceOf(const Answer* first, const Answer* second) {
    Answer difference;
    if (first == nullptr || second == nullptr || first->rows != second->rows ||
        first->cols != second->cols || first->values.size() != second->values.size()) {
        return difference;
    }
    difference.query = first->query;
    difference.rows = first->rows;
    difference.cols = first->cols;
    difference.values.resize(first->values.size());
    for (std::size_t i = 0; i < first->values.size(); ++i) {
        const float value = first->values[i] - second->values[i];
        difference.values[i] = value;
        difference.largest = std::max(difference.largest, std::abs(value));
    }
    // What is drawn is kept by this number: both answers make it, and no answer has one as large.
    difference.serial = (std::uint64_t{1} << 60) + (first->serial << 30) + second->serial;
    return difference;
}

void subtract(CompareModel& model, const AppState& state, ResultStore& results) {
    const ComparedPair pair = shownDifference(state);
    if (!pair.exists()) return;
    model.of = pair.of;
    model.from = pair.from;
    const CompareColumn& first = model.columns[static_cast<std::size_t>(pair.of)];
    const CompareColumn& second = model.columns[static_cast<std::size_t>(pair.from)];
    model.differenceName = first.name + " − " + second.name;
    model.differenceNote = "difference, one scale both ways";
    if (first.ready && second.ready && first.values.size() != second.values.size()) {
        model.differenceNote = std::to_string(first.values.size()) + " and " +
                               counted(static_cast<int>(second.values.size()), "token") +
                               ": no difference";
        model.difference.assign(model.labels.size(), missing);
        return;
    }
    float largest = 0;
    for (std::size_t key = 0; key < model.labels.size(); ++key) {
        const bool both = key < first.shown.size() && key < second.shown.size();
        const float value = both ? first.shown[key] - second.shown[key] : missing;
        model.difference.push_back(value);
        largest = std::max(largest, std::abs(value));
    }
    if (largest > 0) model.differenceScale = largest;
    if (model.form != CompareForm::matrices) return;
    const auto here = [&](const CompareColumn& column) -> const Answer* {
        const std::optional<AppState> own = stateElsewhere(state, column.view);
        if (!own && column.elsewhere) return nullptr;
        const AppState& at = own ? *own : state;
        return shownMatrix(at, results, comparedMatrixQuery(at, column.view, column.layer));
    };
    model.differenceMatrix = differenceOf(here(first), here(second));
}

/// Columns of one method are told apart by their place.
void nameColumns(CompareModel& model) {
    for (std::size_t i = 0; i < model.columns.size(); ++i) {
        CompareColumn& column = model.columns[i];
        const auto alike = std::count_if(
            model.columns.begin(), model.columns.end(),
            [&](const CompareColumn& other) { return other.view.method == column.view.method; });
        column.name = methodName(column.view.method);
        if (alike > 1) column.name += " " + std::to_string(i + 1);
    }
}

/// `count`: rows there are, more than keys where a column has a longer example.
std::vector<int> displayOrder(const AppState& state, const CompareColumn& leader, const Units& keys,
                              std::size_t count) {
    std::vector<int> rows = keys.visible();
    for (int row = keys.count(); row < static_cast<int>(count); ++row) rows.push_back(row);
    if (state.view.sort != SortBy::score || !leader.ready) return rows;
    std::stable_sort(rows.begin(), rows.end(), [&](int a, int b) {
        const auto at = [&](int key) {
            const auto index = static_cast<std::size_t>(key);
            return index < leader.values.size() ? leader.values[index] : missing;
        };
        const float left = at(a);
        const float right = at(b);
        if (std::isnan(left) || std::isnan(right)) return !std::isnan(left) && std::isnan(right);
        return left > right;
    });
    return rows;
}

std::string captionOf(const CompareModel& model) {
    const int tokens = static_cast<int>(model.rows.size());
    std::string text = "Spearman’s rank correlation over " + counted(tokens, "token") +
                       "; equal values share their mean rank.";
    for (const CompareColumn& column : model.columns) {
        if (!column.elsewhere || !column.ready) continue;
        const bool same = column.labels.empty();
        text += same ? ""
                : column.values.size() == model.columns.front().values.size()
                    ? " Different tokens are compared by their position."
                    : " Examples of different lengths stand side by side; they have no difference "
                      "and no correlation.";
        if (!same) break;
    }
    if (model.columns.size() > 2) text += " Click a number to see the difference.";
    if (!model.commonScale && model.form == CompareForm::bars) {
        text += " Each column has a scale of its own: a flow’s values are capacities, not shares.";
    }
    return text;
}

CompareColumn columnOf(const AppState& state, ResultStore& results, const ComparedView& view,
                       CompareForm form) {
    CompareColumn column;
    column.view = view;
    column.elsewhere = isElsewhere(state, view);
    const std::optional<AppState> own = stateElsewhere(state, view);
    if (column.elsewhere && !own) {
        column.detail = "another example";
        column.layer = state.view.layer;
        return column;
    }
    const AppState& at = own ? *own : state;
    column.detail = detailOf(at, view, column.elsewhere);
    column.layer = layerOf(at, view);
    readProfile(column, at, results.find(comparedProfileQuery(at, view)));
    if (form == CompareForm::matrices) readMatrices(column, at, results);
    if (!own) return column;
    const Units keys = keyUnits(at);
    if (at.keyTokens() != state.keyTokens()) column.labels = keys.texts();
    column.keyAxis = Axis(keys);
    column.queryAxis = Axis(queryUnits(at));
    if (at.view.outputMode == OutputMode::chosen) column.outputs = at.view.outputs;
    return column;
}

/// A longer example needs more rows than the view's own tokens.
void addRows(CompareModel& model, std::size_t keys) {
    std::size_t rows = keys;
    for (const CompareColumn& column : model.columns) rows = std::max(rows, column.values.size());
    model.labels.resize(rows);
}

}  // namespace

CompareModel compareModel(const AppState& state, ResultStore& results) {
    const Units keys = keyUnits(state);
    CompareModel model;
    model.title = "Where " + outputWords(state) + " draws information from, compared";
    model.form = state.view.compareForm;
    model.labels = keys.texts();
    model.hover = state.hover;
    for (const Unit& unit : keys.list) model.tokens.push_back(unit.token());
    model.keyAxis = Axis(keys);
    model.queryAxis = Axis(queryUnits(state));
    model.layerCount = state.layerCount();
    model.headCount = state.headCount();
    for (const Method method :
         {Method::raw, Method::rollout, Method::flow, Method::gradientRollout, Method::relevance}) {
        if (isAvailable(state.document->current, state.view.side, method)) {
            model.methods.push_back(method);
        }
    }
    model.exampleCount =
        static_cast<int>(std::max<std::size_t>(state.document->exampleTitles.size(), 1));
    model.example = state.document->example;
    if (state.earlier) {
        model.earlierFile = state.earlier->name;
        model.earlierExamples =
            static_cast<int>(std::max<std::size_t>(state.earlier->exampleTitles.size(), 1));
    }
    for (const ComparedView& view : shownColumns(state)) {
        model.columns.push_back(columnOf(state, results, view, model.form));
        model.commonScale = model.commonScale && isShare(state, view);
    }
    if (model.columns.empty()) return model;
    addRows(model, keys.list.size());
    nameColumns(model);
    if (model.commonScale) {
        float largest = 0;
        for (const CompareColumn& column : model.columns) {
            if (column.ready) largest = std::max(largest, column.scale);
        }
        for (CompareColumn& column : model.columns) column.scale = largest > 0 ? largest : 1;
    }
    const int count = static_cast<int>(model.columns.size());
    model.canAdd = count < mostCompared;
    model.canRemove = count > fewestCompared;
    if (state.view.outputMode == OutputMode::chosen) model.outputs = state.view.outputs;
    for (const int token : model.tokens) {
        const std::vector<int>& outputs = model.outputs;
        model.isOutput.push_back(keysAreOutputs(state) &&
                                 std::binary_search(outputs.begin(), outputs.end(), token));
    }
    model.isOutput.resize(model.labels.size());
    model.rows = displayOrder(state, model.columns.front(), keys, model.labels.size());
    compareAll(model, keys);
    subtract(model, state, results);
    model.caption = captionOf(model);
    return model;
}

void writeCompare(JsonWriter& json, const CompareModel& model) {
    json.beginObject().key("columns").beginArray();
    for (const CompareColumn& column : model.columns) {
        json.beginObject();
        json.field("method", nameOf(column.view.method)).field("detail", column.detail);
        json.field("layer", column.layer).array("values", column.values);
        if (!column.labels.empty()) json.array("tokens", column.labels);
        json.endObject();
    }
    json.endArray().key("spearman").beginArray();
    for (const std::vector<double>& row : model.correlation) {
        json.beginArray();
        for (const double value : row) json.value(value);
        json.endArray();
    }
    json.endArray();
    if (model.of >= 0) {
        json.key("difference").beginObject().field("of", model.of).field("from", model.from);
        json.array("values", model.difference).endObject();
    }
    json.endObject();
}

}  // namespace hw
