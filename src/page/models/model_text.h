// SPDX-License-Identifier: MIT
// Phrases that several view models share. Internal to page/models.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/localized_text.h"
#include "page/answers/result_store.h"
#include "page/rules/units.h"
#include "page/state/app_state.h"
#include "protocol/query.h"

namespace hw {

/// Tokens in their display form, or with `raw` as the tokenizer wrote them, none merged.
std::vector<std::string> shownKeys(const AppState& state, bool raw);

/// “the”, or [CLS] without quotes: special tokens need none.
std::string quoted(std::string_view token);
/// “the” (4): one of several equal tokens. Place 0 means that there is no other.
std::string quoted(std::string_view text, int place);
/// " (2)" for the second of several equal labels, "" for a unique one. O(labels).
std::string placeAmongEqual(const std::vector<std::string>& labels, int index);
/// “keys”, or “the” (2) if several labels are equal. O(labels).
std::string quotedAt(const std::vector<std::string>& labels, int index);

/// The chosen output in words: "[CLS]", "“keys”", "3 tokens together", "the average token".
std::string describeOutput(const AppState& state);
/// The number of outputs in these words, at least 1, for sayCount: "3 tokens together draw", "the average token draws".
int outputCount(const AppState& state);
/// The cuts of the shown run, as the end of a title, such as " · 1 edge cut · “keys” hidden". Empty for a whole run. An
/// edge that is cut in every head counts once. Examples of a file have no cuts. O(cuts + tokens).
std::string describeCuts(const AppState& state);
/// "Raw attention", or "Contributions" if these are shown.
std::string rawTitle(const AppState& state);
/// ", over uniform causal" if the method's values are shown as that ratio, else empty.
std::string describeDivisor(const AppState& state, Method method);
/// The model's prediction at the only chosen output token, such as “keys”, else empty.
std::string predictedAtOutput(const AppState& state);
/// The same at a given query token. Empty if the file has no prediction.
std::string predictedAt(const AppState& state, int query);

/// Progress of a long computation, 0..1, such as "63 %", "63 %, about 40 s left" or "stopped at 63 %". `secondsLeft`
/// comes from ResultStore; 0 if unknown.
std::string progressText(double share, bool stopped, int secondsLeft = 0);
/// The progress of a long question.
struct Progress {
    std::string text;  ///< progressText's; empty if nothing is under way
    bool stopped = false;
    double share = 1;  ///< Answer::complete
};
/// The progress of an unfinished answer with some values.
Progress progressOf(const AppState& state, const ResultStore& results, const Answer* answer);
/// "3 of 8 examples, about 2 min left", or `progress` unchanged if the time is unknown (0).
std::string withTimeLeft(std::string progress, int seconds);

/// A number that changes with the text, side, output or order of a list of tokens.
std::uint64_t readingKey(const AppState& state);

/// The layers that a result at the state's layer covers, such as "layers 1–6" or "layer 3".
std::string layerRange(int startLayer, int layer);

}  // namespace hw
