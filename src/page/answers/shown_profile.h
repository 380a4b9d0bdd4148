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

/// A profile as displayed, by units (page/rules/units.h): relative flow divided by the sum of all tokens,
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
    /// Between which values one lies that has not arrived, proven (Answer::least); NaN where that is not known or not needed.
    struct Range {
        float least = NAN;
        float most = NAN;
        bool isKnown() const { return !std::isnan(most); }
    };
    Range range(int layer, int unit) const;
    /// True while a unit of the layer has a range in place of its value.
    bool hasRanges(int layer) const;
    /// The value; while the layer has ranges the upper end of the unit's, whether its value is there or not, so that neither
    /// order nor scale moves with each value that arrives.
    float orMost(int layer, int unit) const;
    /// Size of the largest shown value of a layer; 0 where there is none.
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
    std::vector<Range> first_;     ///< as they were before any value of the layer came
    std::vector<bool> hasRanges_;  ///< [layers], or empty
};

/// The answer to a profile's question as the state shows it: over the uniform causal model's if the state says so, and
/// not ready until that is there.
ShownProfile shownProfile(const AppState& state, ResultStore& results, const Query& query);

/// How many values of a layer are there, and how many are not; hidden units do not count.
struct ExactCount {
    int exact = 0;
    int open = 0;
    int all() const { return exact + open; }
};
ExactCount exactIn(const ShownProfile& profile, int layer);

/// Ranks, 1 = largest, equal values share the smaller rank; NaN gets 0. All 0 while the layer has ranges.
std::vector<int> ranksOf(const ShownProfile& profile, int layer);

/// Units by descending value (of a range by its upper end), NaN last, ties by position.
std::vector<int> byScore(const ShownProfile& profile, int layer);

}  // namespace hw
