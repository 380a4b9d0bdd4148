// SPDX-License-Identifier: MIT
#include "panels/compare/model.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

#include "core/statistics/scale_end.h"
#include "page/answers/questions.h"
#include "page/models/model_text.h"
#include "page/rules/available.h"
#include "page/rules/compared_views.h"
#include "page/rules/fit_view.h"
#include "page/rules/units.h"
#include "panels/compare/columns.h"
#include "panels/compare/pair_rankings.h"
#include "panels/compare/questions.h"

namespace hw {
namespace {

constexpr float missing = std::numeric_limits<float>::quiet_NaN();

void compareAll(CompareModel& model, const Units& units) {
    const std::size_t count = model.columns.size();
    model.correlation.assign(count, std::vector<double>(count, std::nan("")));
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            const double value =
                waits(model, static_cast<int>(i), static_cast<int>(j))
                    ? std::nan("")
                    : correlationOf(model.columns[i], model.columns[j], units, model.hasFewer);
            model.correlation[i][j] = model.correlation[j][i] = value;
        }
    }
}

/// First minus second, cell by cell. No values if the shapes differ.
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
    difference.readable =
        readableEnd(difference.values, difference.rows, difference.largest, false);
    // The cache of drawings uses this number. Both answers determine it, and no answer has one as large.
    difference.serial = (std::uint64_t{1} << 60) + (first->serial << 30) + second->serial;
    return difference;
}

/// True if a difference of the two has a meaning. Scores are subtracted from scores of the same name, and shares from
/// shares.
bool areComparable(const AppState& state, const CompareColumn& first, const CompareColumn& second) {
    if (first.view.score == second.view.score) return true;
    const auto share = [&](const CompareColumn& column) {
        if (column.view.score.empty()) return isShare(state, column.view);
        float sum = 0;
        for (const float value : column.values) sum += value;
        return !column.isSigned && std::abs(sum - 1) < 1e-3F;
    };
    return share(first) && share(second);
}

void subtract(CompareModel& model, const AppState& state, ResultStore& results) {
    const ComparedPair pair = shownDifference(state);
    if (!pair.exists()) return;
    model.of = pair.of;
    model.from = pair.from;
    const CompareColumn& first = model.columns[pair.of];
    const CompareColumn& second = model.columns[pair.from];
    model.differenceName = first.name + " − " + second.name;
    model.differenceNote = "same scale in both directions"_tr;
    model.differenceDecimals = std::max(first.decimals, second.decimals);
    if (first.ready && second.ready && first.values.size() != second.values.size()) {
        model.differenceNote =
            sayCount(static_cast<int>(second.values.size()),
                     "no difference for {} and {} token|no difference for {} and {} tokens"_tr,
                     {first.values.size(), second.values.size()});
        model.difference.assign(model.labels.size(), missing);
        return;
    }
    if (!areComparable(state, first, second)) {
        model.differenceNote = "different scales: only ranks can be compared"_tr;
        model.difference.assign(model.labels.size(), missing);
        return;
    }
    if (waits(model, pair.of, pair.from)) {
        model.differenceNote = "waits for exact values"_tr;
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
    // A difference below a thousandth of the compared values should not look large.
    largest = std::max(largest, 0.001F * std::max(first.scale, second.scale));
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

/// `count` is the number of rows, more than keys if a column has a longer example.
std::vector<int> displayOrder(const AppState& state, const CompareColumn& leader, const Units& keys,
                              std::size_t count) {
    std::vector<int> rows = keys.visible();
    for (int row = keys.count(); row < static_cast<int>(count); ++row) rows.push_back(row);
    if (shownSort(state) != SortBy::score || !leader.ready) return rows;
    std::stable_sort(rows.begin(), rows.end(), [&](int a, int b) {
        const auto at = [&](int key) {
            const std::size_t index = key;
            return index < leader.order.size() ? leader.order[index] : missing;
        };
        const float left = at(a);
        const float right = at(b);
        if (std::isnan(left) || std::isnan(right)) return !std::isnan(left) && std::isnan(right);
        return left > right;
    });
    return rows;
}

/// A longer example needs more rows than the view's own tokens.
void addRows(CompareModel& model, std::size_t keys) {
    std::size_t rows = keys;
    for (const CompareColumn& column : model.columns) rows = std::max(rows, column.values.size());
    model.labels.resize(rows);
    model.isOutput.resize(rows);
}

/// A flow across both sides has values for the decoder's own tokens. The other columns do not.
void padColumns(CompareModel& model, const Units& keys) {
    for (CompareColumn& column : model.columns) {
        if (!column.ready || specOf(column.view.method).readsBothSides || !column.labels.empty())
            continue;
        column.values.resize(keys.list.size(), missing);
        column.shown.resize(keys.list.size(), missing);
        column.order.resize(keys.list.size(), missing);
        column.ranks.resize(keys.list.size(), 0);
        model.hasFewer = true;
    }
}

int examplesOf(const DocumentSummary& document) {
    return std::max(static_cast<int>(document.exampleTitles.size()), 1);
}

/// The parts of the view that do not depend on its columns.
void describe(CompareModel& model, const AppState& state, const Units& keys) {
    model.title =
        formatText("Where {} could get information, compared"_tr, {describeOutput(state)});
    model.form = state.view.compareForm;
    model.hover = state.hover;
    model.labels = keys.names();
    model.texts = keys.texts();
    model.keyAxis = Axis(keys);
    model.queryAxis = Axis(queryUnits(state));
    const ExampleSummary& example = state.document->current;
    model.hasBothWeights = example.contributionLayers > 0 && example.hasSelf;
    model.hasSteps = example.contributionLayers == 0 || example.hasSelf;
    model.layerCount = state.layerCount();
    model.headCount = state.headCount();
    if (state.view.outputMode == OutputMode::chosen) model.outputs = state.view.outputs;
    const std::vector<int>& outputs = model.outputs;
    for (const Unit& unit : keys.list) {
        model.tokens.push_back(unit.token());
        model.isOutput.push_back(keysAreOutputs(state) &&
                                 std::binary_search(outputs.begin(), outputs.end(), unit.token()));
    }
    for (const Method method : every<Method>()) {
        if (isAvailable(state.document->current, state.view.side, method)) {
            model.methods.push_back(method);
        }
    }
    model.comparisons = comparisons(state);
    for (const Importance& scores : example.importance) {
        if (scoresOf(state, scores.name) != nullptr) model.scores.push_back(scores.name);
    }
    model.hasGradients = hasGradients(state.document->current, state.view.side);
    model.exampleCount = examplesOf(*state.document);
    model.example = state.document->example;
    constexpr std::size_t mostMade = 12;
    const std::vector<ListedExample>& made = state.document->made;
    model.firstMade = made.size() > mostMade ? made.size() - mostMade : 0;
    model.made.assign(made.begin() + static_cast<std::ptrdiff_t>(model.firstMade), made.end());
    if (state.earlier) {
        model.earlierFile = state.earlier->name;
        model.earlierExamples = examplesOf(*state.earlier);
    }
}

/// One scale for all columns of methods, if all of them are shares.
void shareScale(CompareModel& model, const AppState& state) {
    float largest = 0;
    for (const CompareColumn& column : model.columns) {
        if (!column.view.score.empty()) continue;
        // All ratios are of one kind, and so are shares.
        const bool isRatio = column.form == ValueForm::ratios;
        const bool isAlike = column.form == model.columns.front().form;
        model.commonScale =
            model.commonScale && isAlike && (isRatio || isShare(state, column.view));
        if (column.ready) largest = std::max(largest, column.scale);
    }
    if (!model.commonScale) return;
    for (CompareColumn& column : model.columns) {
        if (!column.view.score.empty()) continue;
        column.scale = largest > 0 ? largest : 1;
        column.beyond = column.largest > column.scale;
    }
}

/// All columns share one stop line.
Progress leastProgress(const std::vector<CompareColumn>& columns) {
    Progress least;
    for (const CompareColumn& column : columns)
        if (!column.progress.text.empty() && column.progress.share < least.share)
            least = column.progress;
    return least;
}

}  // namespace

std::string describeValue(const CompareColumn& column, std::size_t key) {
    if (!std::isnan(column.values[key])) return signedNumber(column.values[key], column.decimals);
    const ShownProfile::Range range = column.rangeOf(key);
    return range.isKnown() ? atMostText(range.most, column.decimals) : column.gap;
}

std::string describeSpoken(const CompareColumn& column, std::size_t key) {
    const ShownProfile::Range range = column.rangeOf(key);
    return range.isKnown() ? numberRangeText(range.least, range.most, column.decimals)
                           : describeValue(column, key);
}

bool waits(const CompareModel& model, int one, int other) {
    return std::ranges::any_of(std::initializer_list<int>{one, other}, [&](int index) {
        const CompareColumn& column = model.columns[index];
        const bool isAwaited = column.standing.kind == Standing::Kind::underWay;
        return column.isOpen || (!column.ready && isAwaited);
    });
}

std::string describeCorrelation(const CompareModel& model, int one, int other) {
    return waits(model, one, other) ? "…" : correlationNumber(model.correlation[one][other]);
}

CompareModel compareModel(const AppState& view, ResultStore& results) {
    const bool anyFlow = std::ranges::any_of(shownColumns(view), [](const ComparedView& column) {
        return column.method == Method::flow;
    });
    std::optional<AppState> room;
    const AppState& state = asOf(view, anyFlow ? Method::flow : Method::raw, room);
    const Units keys = keyUnits(state);
    CompareModel model;
    model.wholeScale = view.view.wholeScale;
    describe(model, state, keys);
    model.columns = comparedColumns(view, results);
    if (model.columns.empty()) return model;
    addRows(model, keys.list.size());
    if (anyFlow && state.view.side == Side::cross) padColumns(model, keys);
    shareScale(model, view);
    const int count = static_cast<int>(model.columns.size());
    model.canAdd = count < mostCompared;
    model.canRemove = count > fewestCompared;
    model.rows = displayOrder(view, model.columns.front(), keys, model.labels.size());
    model.progress = leastProgress(model.columns);
    compareAll(model, keys);
    subtract(model, view, results);
    if (model.of >= 0 && model.form == CompareForm::bars && !waits(model, model.of, model.from))
        model.rankings =
            pairRankings(model, model.columns[model.of], model.columns[model.from], keys);
    model.about = readingKey(view);
    model.leading = leadingKey(model);
    model.caption = compareCaption(model, view);
    if (model.columns.size() > 2)
        model.hint = ' ' + std::string("Click a number to see the difference."_tr);
    return model;
}

}  // namespace hw
