// SPDX-License-Identifier: MIT
// Phrases that several view models share. Internal to page/models.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/words.h"
#include "page/answers/result_store.h"
#include "page/rules/units.h"
#include "page/state/app_state.h"
#include "protocol/query.h"

namespace hw {

/// Tokens as people expect to see them (raw: as the tokenizer wrote them), none merged.
std::vector<std::string> shownKeys(const AppState& state, bool raw);

/// “the”, or [CLS] without quotes: special tokens need none.
std::string quoted(std::string_view token);
/// “the” (4): one of several; place 0: there is no other.
std::string quoted(std::string_view text, int place);
/// " (2)" for the second of several equal labels, "" for a unique one. O(labels).
std::string placeAmongEqual(const std::vector<std::string>& labels, int index);
/// “keys”, or “the” (2) where several labels are equal. O(labels).
std::string quotedAt(const std::vector<std::string>& labels, int index);

/// The chosen output in words: "[CLS]", "“keys”", "3 tokens together", "the average token".
std::string outputWords(const AppState& state);
/// How many outputs these words name, at least 1, for sayCount: "3 tokens together draw", "the average token draws".
int outputCount(const AppState& state);
/// " · 1 edge cut · “keys” hidden": what the run that is shown went without, as the end of a title; empty for a whole one.
/// An edge that is cut in every head is one; an example of a file has none. O(cuts + tokens).
std::string cutWords(const AppState& state);
/// "Raw attention", or "Contributions" where these are shown.
std::string rawTitle(const AppState& state);
/// ", over uniform causal" where a method's values are shown so; else empty.
std::string overWords(const AppState& state, Method method);
/// “keys”: what the model predicts at the one output token that is chosen; else empty.
std::string predictedAtOutput(const AppState& state);
/// The same at a given query token; empty if the file does not say.
std::string predictedAt(const AppState& state, int query);

/// Progress of a long computation, 0..1: "63 %", "63 %, about 40 s left", "stopped at 63 %".
/// `secondsLeft`: of ResultStore; 0: not known.
std::string progressText(double share, bool stopped, int secondsLeft = 0);
/// How far a long question is.
struct Progress {
    std::string text;  ///< progressText's; empty where nothing is under way
    bool stopped = false;
    double share = 1;  ///< Answer::complete
};
/// Of an unfinished answer of which something is there.
Progress progressOf(const AppState& state, const ResultStore& results, const Answer* answer);
/// "3 of 8 examples, about 2 min left", or what was given where the time is not known (0).
std::string withTimeLeft(std::string progress, int seconds);

/// Changes when a list of tokens shows something else: another text, side, output or order.
std::uint64_t readingKey(const AppState& state);

/// "layers 1–6" or "layer 3": what a result at the state's layer covers.
std::string layerRange(int startLayer, int layer);

}  // namespace hw
