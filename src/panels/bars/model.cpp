// SPDX-License-Identifier: MIT
#include "panels/bars/model.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "core/methods/missing.h"
#include "core/tokens/token_text.h"
#include "page/answers/grouping.h"
#include "page/models/controls_model.h"
#include "page/models/value_scale.h"

namespace hw {
namespace {

/// How many inputs stand at their ceiling, for flow: what a reader has to know before comparing bars.
std::string saturationWords(const Answer* profile, int layer) {
    const std::size_t row = layer;
    if (profile == nullptr || row >= profile->saturated.size()) return "";
    const int full = profile->saturated[row];
    const int reached = profile->reached[row];
    const int tied = row < profile->tied.size() ? profile->tied[row] : 0;
    std::string text;
    if (full > 0) {
        text = " " + sayCount(full,
                              "{} of {} stands at its ceiling: there the value says nothing about "
                              "the output token.|{} of {} stand at their ceiling: there the value "
                              "says nothing about the output token."_tr,
                              {full, counted(reached, "{} input|{} inputs"_tr)});
    }
    // A tie is always of two or more; the order among them means nothing.
    if (tied > 0) text += " " + say("{} share their value with another."_tr, {tied});
    return text;
}

/// What lies farthest above and below the uniform causal model, as a sentence.
std::string ratioCaption(const ShownProfile& profile, int layer,
                         const std::vector<std::string>& keys) {
    std::vector<int> order = byScore(profile, layer);
    std::erase_if(order, [&](int key) { return std::isnan(profile.at(layer, key)); });
    if (order.empty()) return "";
    const auto value = [&](int key) {
        return say("{} {} times"_tr,
                   {quotedAt(keys, key), shownNumber(profile.at(layer, key), fewestDecimals)});
    };
    if (order.size() == 1)
        return say("Over a causal model that looks equally at all tokens before: most {}."_tr,
                   {value(order.front())});
    return say("Over a causal model that looks equally at all tokens before: most {}, least {}."_tr,
               {value(order.front()), value(order.back())});
}

/// What of the values lies below 0, and their sum; nothing where none does.
std::string signsCaption(const ShownProfile& profile, int layer) {
    double above = 0;
    double below = 0;
    for (int key = 0; key < profile.keys(); ++key) {
        const auto value = static_cast<double>(profile.at(layer, key));
        if (!std::isnan(value)) (value < 0 ? below : above) += value;
    }
    if (below == 0) return "";
    const int decimals = decimalsFor(std::max(above, -below));
    return " " + say("The values sum to {}: {} above 0 and {} below."_tr,
                     {signedNumber(above + below, decimals), signedNumber(above, decimals),
                      signedNumber(below, decimals)});
}

/// "Most comes from “keys” 0.178 ...": what the bars say, as a sentence.
std::string barsCaption(const AppState& state, const ShownProfile& profile, const ShownProfile& raw,
                        const Answer* answer, const std::vector<std::string>& keys) {
    if (!profile.ready()) return "";
    const int layer = state.view.layer;
    const bool flow = state.view.method == Method::flow;
    const ValueForm form = formOf(state, state.view.method);
    if (form == ValueForm::ratios) return ratioCaption(profile, layer, keys);
    const std::vector<int> order = byScore(profile, layer);
    const auto value = [&](const ShownProfile& from, int key) {
        return quotedAt(keys, key) + " " +
               signedNumber(from.at(layer, key), decimalsFor(from.largest(layer)));
    };
    if (order.empty()) return "";
    if (std::isnan(profile.at(layer, order[0]))) {
        if (answer == nullptr || answer->complete < 1) return "";
        return nothingKnown;
    }
    const std::string first = value(profile, order[0]);
    std::string text =
        order.size() == 1
            ? say(flow ? "Most could come from {}."_tr : "Most comes from {}."_tr, {first})
            : say(flow ? "Most could come from {}, then {}."_tr : "Most comes from {}, then {}."_tr,
                  {first, value(profile, order[1])});
    if (form == ValueForm::signs) text += signsCaption(profile, layer);
    if (flow) return text + saturationWords(answer, layer);
    if (state.view.method != Method::raw && raw.ready()) {
        const std::vector<int> alone = byScore(raw, layer);
        if (!std::isnan(raw.at(layer, alone[0]))) {
            const bool isTaken = state.view.side == Side::contributions;
            text += " " + say(isTaken ? "Layer {} by itself draws most from {}."_tr
                                      : "Layer {} by itself looks most at {}."_tr,
                              {layer + 1, value(raw, alone[0])});
        }
    }
    return text;
}

std::string barsTitle(const AppState& state) {
    // Contributions say where something comes from, of one layer too.
    const bool isTaken = state.view.side == Side::contributions && state.view.method == Method::raw;
    const MethodSpec& spec = specOf(isTaken ? Method::rollout : state.view.method);
    return sayCount(outputCount(state), spec.title, {outputWords(state)});
}

bool isChosenOutput(const ViewState& view, int token) {
    return view.outputMode == OutputMode::chosen &&
           std::binary_search(view.outputs.begin(), view.outputs.end(), token);
}

TokenRow tokenRow(const AppState& state, const ShownProfile& profile, const LayerBlend& blend,
                  int key) {
    TokenRow row;
    const Unit& unit = profile.units().list[key];
    row.token = unit.token();
    row.label = unit.text;
    row.value = profile.at(state.view.layer, key);
    row.shown = blend.between(profile.at(blend.from, key), profile.at(blend.to, key));
    const float before = profile.at(state.view.layer - 1, key);
    row.before = before;
    if (keysAreOutputs(state)) row.predicted = predictedAt(state, row.token);
    const int decoderToken = row.token - state.firstDecoderKey();
    row.isOutput = state.view.side != Side::cross ? isChosenOutput(state.view, row.token)
                                                  : isChosenOutput(state.view, decoderToken);
    return row;
}

/// One a unit, in token order, hidden ones included.
std::vector<TokenRow> tokenRows(const AppState& state, const ShownProfile& profile,
                                const Answer* uniform, const LayerBlend& blend) {
    const std::vector<int> ranks = ranksOf(profile, state.view.layer);
    const std::vector<int> ranksBefore = ranksOf(profile, state.view.layer - 1);
    const std::vector<int> special = specialTokens(state);
    const ShownProfile plain(uniform, state, state.view.method);
    std::vector<TokenRow> rows;
    for (int key = 0; key < profile.keys(); ++key) {
        TokenRow row = tokenRow(state, profile, blend, key);
        const std::size_t index = key;
        row.rank = ranks[index];
        if (ranksBefore[index] > 0 && row.rank > 0) row.rankChange = ranksBefore[index] - row.rank;
        const float other = plain.at(state.view.layer, key);
        if (!std::isnan(other)) row.uniform = other;
        row.isSpecial = std::binary_search(special.begin(), special.end(), row.token);
        rows.push_back(std::move(row));
    }
    return rows;
}

/// The shown ones of tokenRows() as they are sorted.
std::vector<TokenRow> displayRows(const AppState& state, const ShownProfile& profile,
                                  const std::vector<TokenRow>& tokens) {
    std::vector<int> order(tokens.size());
    std::iota(order.begin(), order.end(), 0);
    if (state.view.sort == SortBy::score) order = byScore(profile, state.view.layer);
    std::vector<TokenRow> rows;
    for (const int key : order) {
        if (!profile.isHidden(key)) rows.push_back(tokens[key]);
    }
    return rows;
}

/// What can be an output, where that is no key.
std::vector<TokenRow> outputRows(const AppState& state, const Axis& queries) {
    std::vector<TokenRow> rows;
    if (state.view.side != Side::cross) return rows;
    for (std::size_t i = 0; i < queries.tokens.size(); ++i) {
        TokenRow row;
        row.token = queries.tokens[i];
        row.label = queries.labels[i];
        row.predicted = predictedAt(state, row.token);
        row.isOutput = isChosenOutput(state.view, row.token);
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace

BarsModel barsModel(const AppState& state, const ShownProfile& profile, const ShownProfile& raw,
                    const Answer* answer, const Answer* uniform, const Axis& queries,
                    Standing standing) {
    BarsModel model;
    model.standing = std::move(standing);
    model.title = barsTitle(state);
    const bool isRaw = state.view.method == Method::raw;
    model.unit = isRaw && state.view.side == Side::contributions ? "contributions"_tr
                                                                 : specOf(state.view.method).words;
    if (state.view.method == Method::flow) {
        model.unit = say(state.view.relativeFlow ? "{}, relative"_tr : "{}, raw"_tr, {model.unit});
    }
    if (isOver(state, state.view.side, state.view.method))
        model.unit = say("{} over uniform causal"_tr, {model.unit});
    model.outputs = outputRows(state, queries);
    model.about = readingKey(state);
    model.ready = profile.ready();
    if (!model.ready) return model;
    model.form = formOf(state, state.view.method);
    const bool isRatio = model.form == ValueForm::ratios;
    if (answer != nullptr && answer->complete >= 1)
        model.gap = isRatio ? std::string("–") : std::string(missingWord);
    model.caption = barsCaption(state, profile, raw, answer, profile.units().texts());
    const LayerBlend blend = layerBlend(state.playback, state.layerCount());
    const ValueScale scale = barsScale(state, profile, blend, model.form);
    model.scale = scale.end;
    model.beyond = scale.beyond;
    model.scaleNote = scale.note;
    if (!model.caption.empty()) model.caption += " " + scale.note;
    if (state.document && state.document->current.image) {
        const ValueScale patches = patchesScale(state, profile, blend, model.form);
        model.patches = {patches.end, patches.beyond, patches.note};
    }
    model.decimals = decimalsFor(profile.largest(state.view.layer));
    model.rightToLeft = readsRightToLeft(state.keyTokens());
    model.tokens = tokenRows(state, profile, uniform, blend);
    model.rows = displayRows(state, profile, model.tokens);
    return model;
}

}  // namespace hw
