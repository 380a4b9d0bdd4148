// SPDX-License-Identifier: MIT
// A profile's answer as the views show it.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "page/answers/result_store.h"
#include "page/rules/units.h"
#include "page/state/app_state.h"
#include "protocol/query.h"

namespace hw {

/// A profile as displayed, by units (page/rules/units.h). Relative flow is divided by the sum of all tokens, hidden
/// tokens are excluded, and words are summed.
class ShownProfile {
public:
    ShownProfile() = default;
    /// `uniform` is the uniform causal model's answer to the same question. With it, the profile is the ratio to it,
    /// unit by unit.
    ShownProfile(const Answer* answer, const AppState& state, Method method,
                 const Answer* uniform = nullptr);
    bool ready() const { return answer_ != nullptr && answer_->rows > 0; }
    int layers() const { return ready() ? answer_->rows : 0; }
    int keys() const { return ready() ? units_.count() : 0; }
    const Units& units() const { return units_; }
    /// NaN if the layer takes no part, the value has not arrived, or the unit is hidden.
    float at(int layer, int unit) const;
    /// Proven limits of a value that has not arrived (Answer::least). NaN if they are unknown or not needed.
    struct Range {
        float least = NAN;
        float most = NAN;
        bool isKnown() const { return !std::isnan(most); }
    };
    Range range(int layer, int unit) const;
    /// True while a unit of the layer has a range in place of its value.
    bool hasRanges(int layer) const;
    /// The value, or the upper end of the unit's range while the layer has ranges. The end is used even for units whose
    /// value has arrived, so that neither order nor scale moves with each arriving value.
    float orMost(int layer, int unit) const;
    /// Size of the largest shown value of a layer, 0 if there is none.
    float largest(int layer) const;
    bool isHidden(int unit) const;

private:
    void read(const Answer& answer, const AppState& state, bool relative,
              std::vector<float>& values) const;
    void readRanges(const AppState& state, bool relative);
    void putRanges(std::span<const float> least, std::span<const float> most, bool renormalise,
                   bool relative, std::span<Range> ranges) const;
    /// Whether a token is in the sum that a layer's values are divided by.
    bool counts(bool renormalise, int token) const;
    const Answer* answer_ = nullptr;
    Units units_;
    std::vector<float> values_;    ///< [layers][units]
    std::vector<Range> ranges_;    ///< the same, or empty
    std::vector<Range> first_;     ///< the ranges before any value of the layer arrived
    std::vector<bool> hasRanges_;  ///< [layers], or empty
};

/// The answer to a profile's question as the state shows it. If that is a ratio to the uniform causal model, it is not
/// ready until both answers are there.
ShownProfile shownProfile(const AppState& state, ResultStore& results, const Query& query);

/// Numbers of a layer's known and unknown values, without hidden units.
struct ExactCount {
    int exact = 0;
    int open = 0;
    int all() const { return exact + open; }
};
ExactCount exactIn(const ShownProfile& profile, int layer);

/// Ranks from 1 for the largest. Equal values share the smaller rank, NaN has rank 0. All are 0 while the layer has
/// ranges.
std::vector<int> ranksOf(const ShownProfile& profile, int layer);

/// Units by descending value (or upper end of a range), NaN last, ties by position.
std::vector<int> byScore(const ShownProfile& profile, int layer);

}  // namespace hw
