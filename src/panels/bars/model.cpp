// SPDX-License-Identifier: MIT
#include "panels/bars/model.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "core/methods/missing.h"
#include "core/model/methods.h"
#include "core/tokens/token_text.h"
#include "page/answers/grouping.h"
#include "page/models/controls_model.h"
#include "page/models/value_scale.h"
#include "page/rules/compared_views.h"
#include "page/rules/fit_view.h"
#include "panels/bars/caption.h"
#include "panels/bars/spelled_words.h"

namespace hw {
namespace {

std::string barsTitle(const AppState& state) {
    // Contributions of one layer were measured, so the title states where information comes from.
    const bool isTaken =
        state.view.side == Side::contributions && !specOf(state.view.method).overLayers;
    return sayCount(outputCount(state),
                    isTaken ? "Where {} gets information|Where {} get information"_tr
                            : textsOf(state.view.method).title,
                    {describeOutput(state)});
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
    row.name = unit.name();
    row.value = profile.at(state.view.layer, key);
    row.shown = blend.between(profile.at(blend.from, key), profile.at(blend.to, key));
    const float before = profile.at(state.view.layer - 1, key);
    row.before = before;
    row.range = profile.range(state.view.layer, key);
    // Flows of a long input come layer by layer. While a change of layer is animated, the value is shown if only the
    // other layer's is missing.
    if (std::isnan(row.shown) && (profile.hasRanges(blend.from) || profile.hasRanges(blend.to)))
        row.shown = row.value;
    if (keysAreOutputs(state)) row.predicted = predictedAt(state, row.token);
    const int decoderToken = row.token - state.firstDecoderKey();
    row.isOutput = state.view.side != Side::cross ? isChosenOutput(state.view, row.token)
                                                  : isChosenOutput(state.view, decoderToken);
    return row;
}

/// One row per unit, in token order, hidden ones included.
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

/// The visible rows of tokenRows(), sorted.
std::vector<TokenRow> displayRows(const AppState& state, const ShownProfile& profile,
                                  const std::vector<TokenRow>& tokens) {
    std::vector<int> order(tokens.size());
    std::iota(order.begin(), order.end(), 0);
    if (shownSort(state) == SortBy::score) order = byScore(profile, state.view.layer);
    std::vector<TokenRow> rows;
    for (const int key : order) {
        if (!profile.isHidden(key)) rows.push_back(tokens[key]);
    }
    return rows;
}

/// A note about causal models that readers need before any number, with a button for it.
void sayPosition(BarsModel& model, const AppState& state) {
    if (!isCausal(state) ||
        !whyNoDivisor(state.document->current, state.view.side, state.view.method).empty())
        return;
    if (state.view.over == Divisor::nothing) {
        model.position = {"In a causal model, early tokens rank high by position alone."_tr,
                          "Remove position"_tr, "over=uniform-causal"};
    } else {
        model.position = {
            "The effect of position is removed (values relative to a uniform causal model)."_tr,
            "Restore position"_tr, "over=nothing"};
    }
}

/// Max. lines that people read at once.
constexpr int mostLines = 30;

/// Combines the smallest values in one line. If one of them has neither a value nor a range, all lines stay.
void foldRest(BarsModel& model) {
    double sum = 0, most = 0;
    for (std::size_t i = mostLines; i < model.rows.size(); ++i) {
        const TokenRow& row = model.rows[i];
        if (std::isnan(row.value) && !row.range.isKnown()) return;
        sum += static_cast<double>(row.value);
        most += static_cast<double>(std::isnan(row.value) ? row.range.most : row.value);
    }
    model.rest.count = std::max(static_cast<int>(model.rows.size()) - mostLines, 0);
    model.rest.value = static_cast<float>(sum);
    model.rest.most = static_cast<float>(most);
}

/// The possible outputs, if they are not among the keys.
std::vector<TokenRow> outputRows(const AppState& state, const Axis& queries) {
    std::vector<TokenRow> rows;
    if (state.view.side != Side::cross) return rows;
    for (std::size_t i = 0; i < queries.tokens.size(); ++i) {
        TokenRow row;
        row.token = queries.tokens[i];
        row.label = queries.texts[i];
        row.name = queries.labels[i];
        row.predicted = predictedAt(state, row.token);
        row.isOutput = isChosenOutput(state.view, row.token);
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace

std::string describeValue(const BarsModel& model, const TokenRow& row) {
    if (!std::isnan(row.value)) return signedNumber(row.value, model.decimals);
    return row.range.isKnown() ? atMostText(row.range.most, model.decimals) : model.gap;
}

std::string describeRestValue(const BarsModel& model) {
    if (!std::isnan(model.rest.value)) return signedNumber(model.rest.value, model.decimals);
    return atMostText(model.rest.most, model.decimals);
}

std::string describeRange(const BarsModel& model, const TokenRow& row) {
    if (!std::isnan(row.value) || !row.range.isKnown()) return "";
    return numberRangeText(row.range.least, row.range.most, model.decimals);
}

std::string describeRest(const BarsModel& model) {
    return sayCount(model.rest.count, "and {} more token|and {} more tokens, together"_tr,
                    {model.rest.count});
}

BarsModel barsModel(const AppState& state, const ShownProfile& profile, const ShownProfile& raw,
                    const Answer* answer, const Answer* uniform, const Axis& queries,
                    Standing standing) {
    BarsModel model;
    model.standing = std::move(standing);
    model.title = barsTitle(state) + describeCuts(state);
    const bool isRaw = !specOf(state.view.method).overLayers;
    model.unit = isRaw && state.view.side == Side::contributions ? "contributions"_tr
                                                                 : textsOf(state.view.method).words;
    if (specOf(state.view.method).hasRelative) {
        model.unit =
            formatText(state.view.relativeFlow ? "{}, relative"_tr : "{}, raw"_tr, {model.unit});
    }
    if (isOver(state, state.view.side, state.view.method))
        model.unit = formatText("{} relative to uniform causal"_tr, {model.unit});
    model.outputs = outputRows(state, queries);
    if (!model.outputs.empty()) {
        const bool both = flowsAcross(state.view.side, state.view.method);
        model.tokensName = both ? "inputs"_tr : "encoder"_tr;
        model.outputsName = "decoder"_tr;
    }
    sayPosition(model, state);
    model.about = readingKey(state);
    model.ready = profile.ready();
    if (!model.ready) return model;
    model.form = formOf(state, state.view.method);
    const bool isRatio = model.form == ValueForm::ratios;
    if (answer != nullptr && answer->complete >= 1)
        model.gap = isRatio ? std::string("–") : std::string(missingWord);
    const LayerBlend blend = layerBlend(state.playback, state.layerCount());
    const ValueScale scale = barsScale(state, profile, blend, model.form);
    model.caption = barsCaption(state, profile, raw, answer, scale);
    model.scale = scale.end;
    model.beyond = scale.beyond;
    model.fit = scale.fit;
    model.scaleNote = scale.note;
    if (!model.caption.empty()) {
        model.caption += " " + scale.note;
        // Comes first, since the caption names letters.
        if (const std::string unknown = spelledWordsText(state); !unknown.empty())
            model.caption = unknown + " " + model.caption;
    }
    if (state.document && state.document->current.image) {
        const ValueScale patches = patchesScale(state, profile, blend, model.form);
        model.hasPicture = true;
        model.patches = {patches.end, patches.beyond, patches.note};
    }
    model.decimals = decimalsFor(std::min(profile.largest(state.view.layer), scale.end));
    model.rightToLeft = readsRightToLeft(state.keyTokens());
    model.tokens = tokenRows(state, profile, uniform, blend);
    model.rows = displayRows(state, profile, model.tokens);
    if (foldsBars(state) && model.form == ValueForm::amounts) foldRest(model);
    return model;
}

void addSecond(BarsModel& model, const AppState& state, const ShownProfile* gradients) {
    if (!model.ready || model.form == ValueForm::ratios) return;
    const Importance* scores = scoresShown(state);
    if (scores == nullptr && (gradients == nullptr || !gradients->ready())) return;
    const int layer = state.view.layer;
    const auto at = [&](int token) {
        return scores != nullptr ? static_cast<float>(scores->values[token])
                                 : gradients->at(layer, token);
    };
    const int count = static_cast<int>(model.tokens.size());
    if ((scores != nullptr ? state.keyCount() : gradients->keys()) != count) return;
    int first = -1;  // special tokens are in the column, but not in the sentence
    float most = 0;
    for (int token = 0; token < count; ++token) {
        model.second.least = std::min(model.second.least, at(token));
        most = std::max(most, at(token));
        if (!model.tokens[token].isSpecial && at(token) > (first < 0 ? 0 : at(first)))
            first = token;
    }
    if (!(most > 0)) return;
    model.second.most = most;
    model.second.decimals = decimalsFor(std::max(most, -model.second.least));
    model.second.title = scores != nullptr ? scores->name : std::string("by gradients"_tr);
    for (std::vector<TokenRow>* rows : {&model.tokens, &model.rows})
        for (TokenRow& row : *rows) row.second = at(row.token);
    if (first < 0) return;
    const std::string name =
        quotedAt(scores != nullptr ? state.keyTokens() : gradients->units().texts(), first);
    model.caption +=
        " " +
        (scores != nullptr
             ? formatText("{} ranks first in the file’s scores “{}”."_tr, {name, scores->name})
             : formatText(
                   "By gradients, {} ranks first (without attention sinks). This is the effect of a small change in attention, not of hiding."_tr,
                   {name}));
}

}  // namespace hw
