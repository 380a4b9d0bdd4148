// SPDX-License-Identifier: MIT
// The limits of the shown data, as sentences with their numbers.
#include <algorithm>
#include <cmath>

#include "core/localized_text.h"
#include "core/number_text.h"
#include "core/statistics/attention_sinks.h"
#include "core/statistics/spearman.h"
#include "page/answers/grouping.h"
#include "page/answers/shown_profile.h"
#include "page/models/formula.h"
#include "page/models/model_text.h"
#include "page/models/number_phrases.h"
#include "page/rules/available.h"
#include "panels/about.h"
#include "panels/page_model.h"
#include "protocol/canonical_query.h"

namespace hw {
namespace {

/// Values that differ by no more than this are the same flow (core/statistics/spearman.h).
constexpr double sameFlow = specOf(Method::flow).sameWithin;

/// The present layer's shown values, without hidden ones. Empty if one is missing.
std::vector<double> shownValues(const ShownProfile& profile, int layer) {
    std::vector<double> values;
    for (int key = 0; key < profile.keys(); ++key) {
        if (profile.isHidden(key)) continue;
        const float value = profile.at(layer, key);
        if (std::isnan(value)) return {};
        values.push_back(static_cast<double>(value));
    }
    return values;
}

std::string ceilingLimit(const Answer& answer, int layer) {
    const std::size_t row = layer;
    if (row >= answer.saturated.size() || answer.saturated[row] == 0) return "";
    const std::string who = sayCount(answer.reached[row],
                                     "{} of {} input is saturated|{} of {} inputs are saturated"_tr,
                                     {answer.saturated[row], answer.reached[row]});
    return formatText(
        answer.query.side == Side::cross
            ? "{}. The lowest layer on their side can take no more, so their values show nothing about the output token."_tr
            : "{}. The first layer can take no more, so their values show nothing about the output token."_tr,
        {who});
}

/// Sinks come first, since their share in the picture has no information about them.
std::string sinkLimit(const AppState& state) {
    const ViewState& view = state.view;
    if (view.side != Side::encoder && view.side != Side::decoder) return "";
    const ExampleSummary& example = state.document->current;
    const bool isDecoder = view.side == Side::decoder;
    const std::string text = describeSinks(isDecoder ? example.decoderSinks : example.sinks,
                                           isDecoder ? example.decoderTokens : example.tokens);
    if (text.empty()) return "";
    if (!specOf(view.method).fuses || !specOf(view.method).hasSteps) return text;
    return text + ' ' +
           std::string(
               view.settings.sinks == SinkUse::exclude
                   ? "It is excluded, so attention to it is added to the query’s own weight."_tr
                   : "Exclude it with the setting Attention sinks."_tr);
}

/// Names our construction of a flow across encoder and decoder, and its bounds.
std::string acrossLimit(const AppState& state) {
    const ViewState& view = state.view;
    if (!flowsAcross(view.side, view.method)) return "";
    std::string text(acrossWords);
    if (!takesPart(view.settings, view.layer)) return text;
    return text + ' ' +
           formatText(
               "Flows from the decoder’s own tokens (→) are at most {}, the residual weight. Don’t compare them with flows from the source text."_tr,
               {inLanguage(numberText(view.settings.residual))});
}

/// Values that differ by at most `same` are tied.
std::string tieLimit(std::vector<double> values, double same) {
    std::stable_sort(values.begin(), values.end());
    int tied = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const bool below = i > 0 && values[i] - values[i - 1] <= same;
        const bool above = i + 1 < values.size() && values[i + 1] - values[i] <= same;
        tied += below || above ? 1 : 0;
    }
    if (tied == 0) return "";
    return formatText("{} of {} values are tied, so their order means nothing."_tr,
                      {tied, values.size()});
}

/// The effect of position. Flow is compared with that of a uniform causal model.
std::string positionLimit(const AppState& state, const ShownProfile& profile, const Answer& answer,
                          const Answer* uniform) {
    if (!isCausal(state)) return "";
    const std::string text =
        "In a causal model, early tokens always have more paths to the output, so part of each value reflects position."_tr;
    if (state.view.method != Method::flow || uniform == nullptr ||
        uniform->values.size() != answer.values.size() || state.view.outputs.size() != 1)
        return text;
    std::vector<double> here;
    std::vector<double> there;
    const std::size_t cols = answer.cols;
    const auto start = std::size_t{1} * state.view.layer * cols;
    const std::vector<float> others =
        groupKeys(profile.units(), std::span(uniform->values).subspan(start, cols));
    for (int key = 0; key < profile.keys(); ++key) {
        const float value = profile.at(state.view.layer, key);
        const float other = others[key];
        if (profile.isHidden(key) || std::isnan(value) || std::isnan(other)) continue;
        here.push_back(static_cast<double>(value));
        there.push_back(static_cast<double>(other));
    }
    const double agreement =
        spearman(here, there, {TieRanks::average, sameFlow}, {TieRanks::average, sameFlow});
    if (std::isnan(agreement)) return text;
    return text + ' ' +
           formatText("A uniform causal model’s flow has rank correlation {} with this one."_tr,
                      {twoDecimals(agreement)});
}

/// Mean distance of all rows from their mean row, NaN if a value is missing. The distance of two rows that sum to 1 is
/// half the sum of their differences, 0 if equal, 1 with nothing in common.
double distanceFromMean(const Answer& matrix) {
    const std::size_t cols = matrix.cols;
    std::vector<double> mean(cols, 0.0);
    for (std::size_t i = 0; i < matrix.values.size(); ++i) {
        mean[i % cols] += static_cast<double>(matrix.values[i]) / matrix.rows;
    }
    double sum = 0;
    for (std::size_t i = 0; i < matrix.values.size(); ++i) {
        sum += std::abs(static_cast<double>(matrix.values[i]) - mean[i % cols]);
    }
    return sum / 2 / matrix.rows;
}

std::string alikeLimit(const AppState& state, ResultStore& results) {
    if (state.view.method != Method::rollout || isCausal(state)) return "";
    if (!groupingOf(state).isEmpty()) return "";  // rows without some keys do not sum to 1
    const Answer* matrix = results.find(matrixQuery(state, Method::rollout, state.view.layer));
    if (matrix == nullptr || matrix->rows < 2 || matrix->values.empty()) return "";
    const double distance = distanceFromMean(*matrix);
    if (!(distance < 0.2)) return "";
    return formatText(
        "After this many layers, all output tokens have nearly the same row. Their mean distance from the mean row is {} (0 if equal, 1 if they have nothing in common). Only small differences between outputs are informative."_tr,
        {shownNumber(distance)});
}

std::string hiddenLimit(const AppState& state, const std::vector<double>& values) {
    const int hidden = static_cast<int>(state.view.hidden.size());
    if (hidden == 0 || values.empty()) return "";
    double sum = 0;
    for (const double value : values) sum += value;
    if (state.view.renormaliseHidden)
        return pluralText(
            hidden,
            "{} token hidden, the rest divided by its sum.|{} tokens hidden, the rest divided by its sum."_tr);
    return sayCount(
        hidden,
        "{} token hidden, the rest unchanged with sum {}.|{} tokens hidden, the rest unchanged with sum {}."_tr,
        {hidden, shownNumber(sum)});
}

std::string mergedLimit(const AppState& state, const ShownProfile& profile) {
    const Units& units = profile.units();
    const Units queries = queryUnits(state);
    const auto merged = [](const Units& all) { return all.list.size() < all.unitOf.size(); };
    if (!merged(units) && !merged(queries)) return "";
    std::string text =
        "Words and spans show sums over input tokens and means over output tokens."_tr;
    const auto add = [&](LocalizedText more) { text.append(" ").append(more.text()); };
    if (specOf(state.view.method).joinsOutputs)
        add("A word’s output tokens share one flow problem."_tr);
    if (state.view.method == Method::flow) {
        add("Flows between tokens are added up. The maximum flow between merged nodes is a different problem."_tr);
    }
    return text;
}

std::string filterLimit(const AppState& state) {
    if (state.view.segments == SegmentFilter::all) return "";
    return formatText(state.view.renormaliseHidden
                          ? "Only outputs and inputs of {} are shown, divided by their sum."_tr
                          : "Only outputs and inputs of {} are shown."_tr,
                      {wordOf(state.view.segments).shown()});
}

/// The proof of joint attribution, and the inputs of its values.
std::string jointLimit(const AppState& state, const Answer& answer) {
    const std::size_t at = std::size_t{2} * state.view.layer;
    if (at + 1 >= answer.jointProof.size() || std::isnan(answer.jointProof[at])) return "";
    const std::size_t cols = answer.cols;
    double sum = 0;
    for (const float value :
         std::span(answer.values).subspan(std::size_t{1} * state.view.layer * cols, cols))
        sum += static_cast<double>(value);
    const double most = answer.jointProof[at];
    return formatText(
        "All chosen outputs are solved as one problem, so values are not sums over outputs. The values sum to {}, and the exact maximum flow is {}. The barrier causes the gap of {}, which is below 2 m µ = {} for m edges. The split depends on the barrier’s weight µ and on the capacity at inputs and outputs (the number of tokens)."_tr,
        {shownNumber(sum), shownNumber(most), shownNumber(most - sum),
         shownNumber(answer.jointProof[at + 1])});
}

constexpr LocalizedText overLimit =
    "Values are relative to a causal model with equal attention to all earlier tokens (W = 1/(i+1) for token i from 0) and the same depth, start layer and residual weight. A value of 1 is the effect of position alone. This normalisation is ours."_tr;

void add(std::vector<std::string>& limits, std::string text) {
    if (!text.empty()) limits.push_back(std::move(text));
}

}  // namespace

std::string_view limitInShort(const AppState& state) {
    const MethodSpec& method = specOf(state.view.method);
    if (method.needsGradients) return "The effect of small changes"_tr;
    if (!method.overLayers) return "Where one layer attends"_tr;
    return method.isShare ? "Where it could come from"_tr : "How much could get through"_tr;
}

std::vector<std::string> limitsOfData(const AppState& state, ResultStore& results) {
    std::vector<std::string> limits;
    if (!state.document) return limits;
    const Method method = state.view.method;
    const Answer* answer = results.find(profileQuery(state, method));
    const ShownProfile profile(answer, state, method);
    if (!profile.ready()) return limits;
    std::vector<double> values = shownValues(profile, state.view.layer);
    // Later tokens are out of reach. Their zeros are not ties.
    if (flowsAcross(state.view.side, method)) std::erase(values, 0.0);
    add(limits, sinkLimit(state));
    if (method == Method::flow) add(limits, ceilingLimit(*answer, state.view.layer));
    add(limits, acrossLimit(state));
    if (method == Method::joint) add(limits, jointLimit(state, *answer));
    add(limits, tieLimit(values, specOf(method).sameWithin));
    const Answer* uniform = results.find(uniformOf(profileQuery(state, method)));
    add(limits, positionLimit(state, profile, *answer, uniform));
    if (isOver(state, state.view.side, method)) limits.emplace_back(overLimit);
    add(limits, alikeLimit(state, results));
    add(limits, mergedLimit(state, profile));
    add(limits, filterLimit(state));
    add(limits, hiddenLimit(state, values));
    return limits;
}

}  // namespace hw
