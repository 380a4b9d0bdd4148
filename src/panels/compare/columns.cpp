// SPDX-License-Identifier: MIT
#include "panels/compare/columns.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <utility>

#include "core/model/methods.h"
#include "page/answers/grouping.h"
#include "page/answers/questions.h"
#include "page/answers/shown_profile.h"
#include "page/models/model_text.h"
#include "page/models/number_phrases.h"
#include "page/models/value_scale.h"
#include "page/rules/compared_views.h"
#include "page/rules/units.h"
#include "panels/compare/questions.h"
#include "panels/matrix/model.h"

namespace hw {
namespace {

/// The present layers of a column, fixed if the column has its own layer.
LayerBlend blendOf(const AppState& state, const ComparedView& column) {
    if (!column.layer) return layerBlend(state.playback, state.layerCount());
    return {*column.layer, *column.layer, 0};
}

void readProfile(CompareColumn& column, const AppState& state, ResultStore& results) {
    const Query query = comparedProfileQuery(state, column.view);
    column.standing = standingOf(state, results, query);
    const Answer* answer = results.find(query);
    if (answer == nullptr) return;
    const ShownProfile profile = shownProfile(state, results, query);
    column.ready = profile.ready();
    column.isOpen = answer->complete < 1;
    column.progress = progressOf(state, results, answer);
    if (!column.isOpen) {
        const bool isRatio = column.form == ValueForm::ratios;
        column.gap = isRatio ? std::string("–") : std::string(missingWord);
    }
    if (!column.ready) return;
    const LayerBlend blend = blendOf(state, column.view);
    const bool hasRanges = profile.hasRanges(column.layer);
    for (int key = 0; key < profile.keys(); ++key) {
        const float value = profile.at(column.layer, key);
        column.values.push_back(value);
        column.order.push_back(profile.isHidden(key) ? value : profile.orMost(column.layer, key));
        float shown = blend.between(profile.at(blend.from, key), profile.at(blend.to, key));
        // While a change of layer is animated, a value is shown if only the other layer's is missing.
        if (std::isnan(shown) && column.isOpen) shown = value;
        column.shown.push_back(shown);
        if (hasRanges) column.ranges.push_back(profile.range(column.layer, key));
    }
    // A layer is complete if all of its values have arrived.
    column.isOpen = column.isOpen && exactIn(profile, column.layer).open > 0;
    column.ranks = ranksOf(profile, column.layer);
    column.decimals = decimalsFor(profile.largest(column.layer));
    const ValueScale scale = columnScale(state, profile, blend, column.form);
    column.scale = scale.end;
    column.largest = scale.largest;
    column.beyond = scale.beyond;
    column.isOwn = scale.isOwn;
    column.fit = scale.fit;
}

/// 1 = largest. Equal values share the smaller rank, NaN has 0.
std::vector<int> fallingRanks(const std::vector<float>& values) {
    std::vector<float> falling = values;
    std::erase_if(falling, [](float value) { return std::isnan(value); });
    std::ranges::sort(falling, std::greater{});
    std::vector<int> ranks;
    for (const float value : values) {
        const auto place = std::ranges::lower_bound(falling, value, std::greater{});
        ranks.push_back(std::isnan(value) ? 0 : 1 + static_cast<int>(place - falling.begin()));
    }
    return ranks;
}

/// The file's scores. Words and spans get the sums of their tokens.
void readScores(CompareColumn& column, const AppState& state, const ResultStore& results,
                CompareForm form) {
    if (results.cover() == Cover::all) {
        column.standing = covered();
        return;
    }
    const Importance* scores = scoresOf(state, column.view.score);
    if (form == CompareForm::matrices || scores == nullptr) {
        column.standing =
            refused(scores == nullptr ? "This example has no such scores."_tr
                                      : "Scores have one number per token and no matrix."_tr);
        if (scores == nullptr) return;
    }
    const std::vector<float> values(scores->values.begin(), scores->values.end());
    column.values = column.shown = column.order = groupKeys(keyUnits(state), values);
    column.ready = true;
    column.ranks = fallingRanks(column.values);
    float largest = 0;
    for (const float value : column.values) {
        largest = std::max(largest, std::abs(value));
        if (value < 0) column.form = ValueForm::signs;
    }
    if (largest > 0) column.scale = largest;
    column.decimals = decimalsFor(largest);
    if (column.form == ValueForm::signs)
        column.detail = formatText("{}, above and below 0"_tr, {column.detail});
}

void readMatrices(CompareColumn& column, const AppState& state, ResultStore& results) {
    const auto after = [&](int layer) {
        return shownMatrix(state, results, comparedMatrixQuery(state, column.view, layer));
    };
    column.matrix = matrixBlend(blendOf(state, column.view), state.view.wholeScale, after);
    const Query query = comparedMatrixQuery(state, column.view, column.layer);
    column.progress = progressOf(state, results, results.find(query));
    Standing standing = standingOf(state, results, query);
    if (standing.kind != Standing::Kind::there) column.standing = std::move(standing);
}

CompareColumn columnOf(const AppState& state, ResultStore& results, const ComparedView& view,
                       CompareForm form) {
    CompareColumn column;
    column.view = view;
    column.elsewhere = exampleOf(state, view).has_value();
    const bool isNamed = namesExamples(state);
    const std::optional<AppState> own = stateElsewhere(state, view);
    column.detail = columnDetail(state, view);
    if (column.elsewhere && !own) {
        column.layer = state.view.layer;
        const std::string* why = whyRefused(state, view);
        column.standing = why != nullptr ? refused(*why) : underWay();
        return column;
    }
    const AppState& at = own ? *own : state;
    column.layer = layerOf(at, view);
    const bool isScore = !view.score.empty();
    if (!isScore) {
        column.layers = layersOf(at, view);
        const std::vector<std::string> changes = changesOf(at, view);
        if (isNamed) column.changes = doneTo(*at.document);
        if (!isNamed || !column.changes.empty())
            column.changes.insert(column.changes.end(), changes.begin(), changes.end());
    }
    column.form = isScore ? ValueForm::amounts : formOf(at, view.method);
    if (isScore)
        readScores(column, at, results, form);
    else
        readProfile(column, at, results);
    column.isSigned = column.form == ValueForm::signs;
    if (!isScore && form == CompareForm::matrices) readMatrices(column, at, results);
    std::optional<AppState> room;
    std::optional<AppState> base;
    const AppState& its = asOf(at, view.method, room);
    if (!own && state.view.side != Side::cross) return column;
    const Units keys = keyUnits(its);
    if (!own) {
        column.keyAxis = Axis(keys);
        return column;
    }
    if (its.keyTokens() != asOf(state, view.method, base).keyTokens()) {
        column.labels = keys.names();
        column.texts = keys.texts();
    }
    column.keyAxis = Axis(keys);
    column.queryAxis = Axis(queryUnits(at));
    if (at.view.outputMode == OutputMode::chosen) column.outputs = at.view.outputs;
    return column;
}

/// "Rollout". Contributions of a known kind give "ALTI", "Rollout of ALTI".
std::string nameOf(const CompareColumn& column, const AppState& state) {
    if (!column.view.score.empty()) return column.view.score;
    const MethodSpec& spec = specOf(column.view.method);
    const std::string& kind = state.document->current.contributionKind;
    const bool isTaken = column.view.side.value_or(state.view.side) == Side::contributions;
    if (!isTaken || kind.empty() || column.view.earlierFile) return std::string(spec.label);
    const std::string words = describeContributions(kind);
    return spec.overLayers ? formatText("{} of {}"_tr, {spec.label, words}) : words;
}

/// Columns of the same method get their file in the name, if there are two files, or their index.
void nameColumns(std::vector<CompareColumn>& columns, const AppState& state) {
    const bool areTwo = state.earlier && state.earlier->name != state.document->name &&
                        std::ranges::any_of(columns, [](const CompareColumn& column) {
                            return column.view.earlierFile;
                        });
    for (std::size_t i = 0; i < columns.size(); ++i) {
        CompareColumn& column = columns[i];
        const auto alike =
            std::count_if(columns.begin(), columns.end(), [&](const CompareColumn& other) {
                return other.view.score == column.view.score &&
                       (!column.view.score.empty() || other.view.method == column.view.method);
            });
        column.name = nameOf(column, state);
        const std::string& file =
            column.view.earlierFile && areTwo ? state.earlier->name : state.document->name;
        if (areTwo) column.name += ", " + file;
        const auto inFile = std::ranges::count_if(columns, [&](const CompareColumn& other) {
            return other.view.score == column.view.score &&
                   other.view.earlierFile == column.view.earlierFile &&
                   (!column.view.score.empty() || other.view.method == column.view.method);
        });
        if (areTwo ? inFile > 1 : alike > 1) column.name += " " + std::to_string(i + 1);
    }
}

}  // namespace

LocalizedText shortWord(HeadFusion fusion) {
    static constexpr LocalizedText list[] = {"mean"_tr, "max"_tr, "min"_tr, "gradient-norm"_tr};
    static_assert(std::size(list) == every<HeadFusion>().size());
    return list[std::to_underlying(fusion)];
}

LocalizedText shortWord(Method method) {
    switch (method) {
        case Method::raw: return "raw"_tr;
        case Method::flow: return "flow"_tr;
        case Method::gradientRollout: return "gradient-rollout"_tr;
        case Method::gradSam: return "grad-sam"_tr;
        case Method::joint: return "joint"_tr;
        default: return textsOf(method).words;
    }
}

std::string columnDetail(const AppState& state, const ComparedView& column) {
    const std::optional<AppState> own = stateElsewhere(state, column);
    const bool elsewhere = exampleOf(state, column).has_value();
    if (elsewhere && !own) return "another example"_tr;
    return detailOf(own ? *own : state, column, namesExamples(state));
}

bool isShare(const AppState& state, const ComparedView& column) {
    const MethodSpec& method = specOf(column.method);
    return method.hasRelative ? state.view.relativeFlow : method.isShare;
}

std::vector<ComparedView> viewsOf(const CompareModel& model) {
    std::vector<ComparedView> views;
    for (const CompareColumn& column : model.columns) views.push_back(column.view);
    return views;
}

std::vector<CompareColumn> comparedColumns(const AppState& state, ResultStore& results) {
    std::vector<CompareColumn> columns;
    for (const ComparedView& view : shownColumns(state)) {
        columns.push_back(columnOf(state, results, view, state.view.compareForm));
    }
    nameColumns(columns, state);
    return columns;
}

int leadingKey(const CompareModel& model) {
    int best = -1;
    int least = 0;
    for (const int key : model.rows) {
        int sum = 0;
        for (const CompareColumn& column : model.columns) {
            const std::size_t index = key;
            if (!column.ready || column.elsewhere || index >= column.ranks.size()) continue;
            // A key without a rank comes last.
            sum += column.ranks[index] > 0 ? column.ranks[index]
                                           : static_cast<int>(column.ranks.size());
        }
        if (sum > 0 && (best < 0 || sum < least)) {
            best = key;
            least = sum;
        }
    }
    return best;
}

}  // namespace hw
