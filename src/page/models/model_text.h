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
#include "page/state/app_state.h"
#include "page/state/units.h"
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
/// "3 of 8 examples, about 2 min left", or what was given where the time is not known (0).
std::string withTimeLeft(std::string progress, int seconds);

/// Changes when a list of tokens shows something else: another text, side, output or order.
std::uint64_t readingKey(const AppState& state);

/// "layers 1–6" or "layer 3": what a result at the state's layer covers.
std::string layerRange(int startLayer, int layer);

/// A profile as displayed, by units (page/state/units.h): relative flow divided by the sum of all tokens,
/// hidden tokens left out, words summed.
class ShownProfile {
public:
    ShownProfile() = default;
    /// With `uniform`, the uniform causal model's answer to the same question: over it, unit by unit.
    ShownProfile(const Answer* answer, const AppState& state, Method method,
                 const Answer* uniform = nullptr);
    bool ready() const { return answer_ != nullptr && answer_->rows > 0; }
    int layers() const { return ready() ? answer_->rows : 0; }
    int keys() const { return ready() ? units_.count() : 0; }
    const Units& units() const { return units_; }
    /// NaN where the layer takes no part, the value has not arrived, or the unit is hidden.
    float at(int layer, int unit) const;
    /// Size of the largest shown value of a layer; 0 where there is none.
    float largest(int layer) const;
    bool isHidden(int unit) const;

private:
    void read(const Answer& answer, const AppState& state, bool relative,
              std::vector<float>& values) const;
    const Answer* answer_ = nullptr;
    Units units_;
    std::vector<float> values_;  ///< [layers][units]
};

/// The answer to a profile's question as the state shows it: over the uniform causal model's if the state says so, and
/// not ready until that is there.
ShownProfile shownProfile(const AppState& state, ResultStore& results, const Query& query);

/// Ranks, 1 = largest, equal values share the smaller rank; NaN gets 0.
std::vector<int> ranksOf(const ShownProfile& profile, int layer);

/// Units by descending value, NaN last, ties by position.
std::vector<int> byScore(const ShownProfile& profile, int layer);

}  // namespace hw
