// SPDX-License-Identifier: MIT
#include "page/models/model_text.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/tokens/token_text.h"
#include "core/tokens/token_texts.h"
#include "core/tokens/utf8_text.h"
#include "core/tokens/visible_text.h"
#include "page/answers/grouping.h"
#include "page/answers/needed_questions.h"
#include "page/answers/questions.h"
#include "page/models/number_phrases.h"
#include "page/rules/available.h"
#include "page/rules/patch_names.h"
#include "protocol/canonical_query.h"

namespace hw {
namespace {

/// Shortens a long token for a sentence. The whole token is visible at its place.
std::string nameable(std::string_view token) {
    constexpr int most = 48;
    std::size_t at = 0;
    for (int letters = 0; at < token.size(); ++letters) {
        if (letters == most) return std::string(token.substr(0, at)) + "…";
        nextCodePoint(token, at);
    }
    return std::string(token);
}

/// True if the edge is cut in every head of its layer.
bool isWhole(const CutEdge& cut, const ExampleSummary& example) {
    return cut.heads == (cut.of == AttentionStack::encoder ? example.heads : example.decoderHeads);
}

/// Tokens that no other token reads, since the edges to them are cut in every head and layer.
std::vector<int> hiddenTokens(const ExampleSummary& example) {
    const auto count = static_cast<int>(example.tokens.size());
    std::vector<int> edges(count);
    for (const CutEdge& cut : example.cuts)
        if (cut.of == AttentionStack::encoder && cut.key != cut.query && isWhole(cut, example))
            ++edges[cut.key];
    std::vector<int> hidden;
    for (int key = 0; key < count; ++key) {
        const int readers = count - 1 - (example.kind == AttentionKind::causal ? key : 0);
        if (readers > 0 && edges[key] == example.layers * readers) hidden.push_back(key);
    }
    return hidden;
}

}  // namespace

std::vector<std::string> shownKeys(const AppState& state, bool raw) {
    std::vector<std::string> shown;
    const auto count = static_cast<int>(state.keyTokens().size());
    for (int token = 0; token < count; ++token)
        shown.push_back(raw ? decoderMark(state, token) +
                                  withVisibleBlank(state.keyTokens()[token], emptyName)
                            : shownToken(state, false, token));
    return shown;
}

std::string quoted(std::string_view token) {
    const bool special = token.size() > 2 && (token.front() == '[' || token.front() == '<');
    return special ? nameable(token) : formatText("“{}”"_tr, {isolated(nameable(token))});
}

std::string quoted(std::string_view text, int place) {
    return quoted(text) + (place == 0 ? "" : " (" + std::to_string(place) + ")");
}

std::string placeAmongEqual(const std::vector<std::string>& labels, int index) {
    const auto at = labels.begin() + index;
    const auto before = std::count(labels.begin(), at, *at);
    if (before == 0 && std::find(at + 1, labels.end(), *at) == labels.end()) return "";
    return " (" + std::to_string(before + 1) + ")";
}

std::string quotedAt(const std::vector<std::string>& labels, int index) {
    return quoted(labels[index]) + placeAmongEqual(labels, index);
}

std::string describeOutput(const AppState& state) {
    const bool isJoint = specOf(state.view.method).joinsOutputs;  // joint outputs have no average
    if (state.view.outputMode == OutputMode::meanOfAll)
        return isJoint ? "all tokens together"_tr : "the average token"_tr;
    if (state.view.outputMode == OutputMode::maxOfAll) return "any token (maximum)"_tr;
    const std::vector<int>& outputs = state.view.outputs;
    const auto isOther = [&](const Unit& unit) {
        return !std::binary_search(outputs.begin(), outputs.end(), unit.token());
    };
    std::vector<Unit> chosen = namelessUnits(state, true).list;
    std::erase_if(chosen, isOther);
    if (chosen.empty()) return "";
    if (chosen.size() > 2) {
        return sayCount(static_cast<int>(chosen.size()),
                        state.view.words ? "{} word together|{} words together"_tr
                                         : "{} token together|{} tokens together"_tr,
                        {chosen.size()});
    }
    chosen = queryUnits(state).list;
    std::erase_if(chosen, isOther);
    const auto words = [](const Unit& unit) { return quoted(unit.text, unit.place); };
    if (chosen.size() == 1) return words(chosen[0]);
    return formatText("{} and {}"_tr, {words(chosen[0]), words(chosen[1])});
}

std::string describeCuts(const AppState& state) {
    if (!state.document || state.document->current.cuts.empty()) return "";
    const ExampleSummary& example = state.document->current;
    const std::vector<int> hidden = hiddenTokens(example);
    int edges = 0;
    int heads = 0;
    int residuals = 0;
    for (const CutEdge& cut : example.cuts) {
        const bool hides =
            cut.of == AttentionStack::encoder && std::ranges::binary_search(hidden, cut.key);
        if (cut.query < 0)
            heads += cut.heads;
        else if (cut.heads == 0)
            ++residuals;
        else if (!hides)
            edges += isWhole(cut, example) ? 1 : cut.heads;
    }
    std::string text;
    const auto add = [&](int number, LocalizedText words) {
        if (number > 0) text += " · " + pluralText(number, words);
    };
    if (hidden.size() == 1)
        text =
            " · " + formatText("{} hidden"_tr, {quoted(displayToken(example.tokens, hidden[0]))});
    else
        add(static_cast<int>(hidden.size()), "{} token hidden|{} tokens hidden"_tr);
    add(edges, "{} edge cut|{} edges cut"_tr);
    add(heads, "{} head cut|{} heads cut"_tr);
    add(residuals, "{} residual cut|{} residuals cut"_tr);
    return text;
}

std::string rawTitle(const AppState& state) {
    return state.view.side == Side::contributions ? "Contributions"_tr : "Raw attention"_tr;
}

std::string describeDivisor(const AppState& state, Method method) {
    return isOver(state, state.view.side, method) ? ", relative to uniform causal"_tr : ""_tr;
}

std::string predictedAt(const AppState& state, int query) {
    if (!state.document) return "";
    const ExampleSummary& example = state.document->current;
    // In an encoder-decoder, the decoder predicts.
    if (!example.decoderTokens.empty() && hasEncoderQueries(state.view.side)) return "";
    if (query < 0 || query >= static_cast<int>(example.predicted.size())) return "";
    if (example.predicted[query].empty()) return "";  // the model does not answer there
    const std::string text =
        state.view.rawTokens ? example.predicted[query] : displayToken(example.predicted, query);
    const std::vector<float>& probability = example.predictedProbability;
    if (probability.empty() || std::isnan(probability[query])) return quoted(text);
    return quoted(text) + " (" + shownNumber(probability[query], fewestDecimals) + ")";
}

std::string predictedAtOutput(const AppState& state) {
    const ViewState& view = state.view;
    const bool isOne = view.outputMode == OutputMode::chosen && view.outputs.size() == 1;
    return isOne ? predictedAt(state, view.outputs.front()) : "";
}

std::uint64_t readingKey(const AppState& state) {
    const ViewState& view = state.view;
    std::uint64_t key = 0xcbf29ce484222325ULL;
    const auto add = [&](int part) {
        key = (key ^ static_cast<std::uint32_t>(part)) * 0x100000001b3ULL;
    };
    add(state.document ? static_cast<int>(state.document->id) : 0);
    for (const int part : {view.example, static_cast<int>(view.side), static_cast<int>(view.sort),
                           static_cast<int>(view.outputMode)}) {
        add(part);
    }
    if (flowsAcross(view.side, view.method)) add(1);
    for (const int token : view.outputs) add(token);
    return key;
}

int outputCount(const AppState& state) {
    const bool chosen = state.view.outputMode == OutputMode::chosen;
    const std::vector<Unit> units = chosen ? namelessUnits(state, true).list : std::vector<Unit>();
    const auto count = std::ranges::count_if(units, [&](const Unit& unit) {
        return std::ranges::binary_search(state.view.outputs, unit.token());
    });
    return std::max(static_cast<int>(count), 1);
}

std::string progressText(double share, bool stopped, int secondsLeft) {
    const int percent = static_cast<int>(share * 100);
    if (stopped) return formatText("stopped at {} %"_tr, {percent});
    return withTimeLeft(formatText("{} %"_tr, {percent}), secondsLeft);
}

Progress progressOf(const AppState& state, const ResultStore& results, const Answer* answer) {
    if (answer == nullptr || answer->problem || answer->complete >= 1) return {};
    if (answer->most.empty() && !canTakeLong(state, answer->query)) return {};
    const bool stopped = isStopped(state, answer->query);
    return {progressText(answer->complete, stopped, results.secondsLeft(answer->query)), stopped,
            answer->complete};
}

std::string withTimeLeft(std::string progress, int seconds) {
    if (seconds <= 0) return progress;
    if (seconds < 60) return formatText("{}, about {} s left"_tr, {progress, seconds});
    if (seconds <= 3600) return formatText("{}, about {} min left"_tr, {progress, seconds / 60});
    return formatText("{}, more than an hour left"_tr, {progress});
}

std::string layerRange(int startLayer, int layer) {
    if (layer <= startLayer) return formatText("layer {}"_tr, {layer + 1});
    return formatText("layers {}–{}"_tr, {startLayer + 1, layer + 1});
}

}  // namespace hw
