// SPDX-License-Identifier: MIT
#include "page/answers/shown_profile.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <span>

#include "core/model/divisor.h"
#include "page/answers/grouping.h"
#include "page/answers/questions.h"
#include "page/rules/available.h"
#include "protocol/canonical_query.h"

namespace hw {
namespace {

constexpr float missing = std::numeric_limits<float>::quiet_NaN();

}  // namespace

ShownProfile::ShownProfile(const Answer* answer, const AppState& view, Method method,
                           const Answer* uniform)
    : answer_(answer) {
    if (!ready()) return;
    std::optional<AppState> room;
    const AppState& state = asOf(view, method, room);
    units_ = keyUnits(state);
    if (static_cast<int>(units_.unitOf.size()) != answer_->cols) {
        answer_ = nullptr;  // from another document
        return;
    }
    const bool relative = specOf(method).hasRelative && state.view.relativeFlow;
    read(*answer_, state, relative, values_);
    if (uniform == nullptr && !answer_->most.empty()) readRanges(state, relative);
    if (uniform == nullptr || uniform->values.size() != answer_->values.size()) return;
    std::vector<float> others;
    read(*uniform, state, relative, others);
    divideByUniform(std::span(values_), std::span<const float>(others));
}

void ShownProfile::read(const Answer& answer, const AppState& state, bool relative,
                        std::vector<float>& values) const {
    const std::size_t cols = answer.cols;
    const bool renormalise = groupingOf(state).renormalise;
    for (int layer = 0; layer < answer.rows; ++layer) {
        const auto row = std::span(answer.values).subspan(std::size_t{1} * layer * cols, cols);
        double sum = 1;
        if (renormalise || relative) {
            sum = 0;
            for (std::size_t token = 0; token < cols; ++token)
                if (counts(renormalise, static_cast<int>(token)))
                    sum += static_cast<double>(row[token]);
        }
        // While the sum is unknown it is NaN, and the row waits. A zero row stays zero.
        const auto divisor = sum == 0 ? 1.0F : static_cast<float>(sum);
        for (const float value : groupKeys(units_, row)) values.push_back(value / divisor);
    }
}

bool ShownProfile::counts(bool renormalise, int token) const {
    const std::vector<int>& shown = units_.list[units_.unitOf[token]].shown;
    return !renormalise || std::ranges::binary_search(shown, token);
}

/// Ranges of one layer's units, from those of its tokens. A unit's share x / (x + others) grows with x and falls with
/// the others, so each end combines one end of x with the opposite end of the others. Sums are rounded, so the ends
/// move a little outwards.
void ShownProfile::putRanges(std::span<const float> least, std::span<const float> most,
                             bool renormalise, bool relative, std::span<Range> ranges) const {
    constexpr float outwards = 1e-5F;
    double leastSum = 0, mostSum = 0;
    for (std::size_t token = 0; token < least.size(); ++token) {
        if (!counts(renormalise, static_cast<int>(token))) continue;
        leastSum += static_cast<double>(least[token]);
        mostSum += static_cast<double>(most[token]);
    }
    const auto share = [](double own, double others) {
        return own > 0 ? static_cast<float>(own / (own + std::max(others, 0.0))) : 0.0F;
    };
    const std::vector<float> low = groupKeys(units_, least), high = groupKeys(units_, most);
    for (int unit = 0; unit < keys(); ++unit) {
        Range& range = ranges[unit];
        range = {low[unit], high[unit]};
        if (relative || renormalise) {
            const auto from = static_cast<double>(low[unit]), to = static_cast<double>(high[unit]);
            range = {share(from, mostSum - to), share(to, leastSum - from)};
        } else if (units_.list[unit].shown.size() < 2) {
            continue;
        }
        range.least *= 1 - outwards;
        range.most *= 1 + outwards;
        // A share is at most 1, even after rounding.
        if (relative || renormalise) range.most = std::min(range.most, 1.0F);
    }
}

void ShownProfile::readRanges(const AppState& state, bool relative) {
    const std::size_t cols = answer_->cols;
    const bool renormalise = groupingOf(state).renormalise;
    std::vector<float> least(cols), most(cols);
    ranges_.assign(values_.size(), {});
    first_ = ranges_;
    hasRanges_.assign(layers(), false);
    for (int layer = 0; layer < answer_->rows; ++layer) {
        const std::size_t start = layer * cols;
        const auto width = static_cast<std::size_t>(keys());
        const auto part = [&](std::vector<Range>& of) {
            return std::span(of).subspan(layer * width, width);
        };
        // After a flow value has arrived, the answer still has the ends of its range, which define the order.
        for (const bool isFirst : {true, false}) {
            for (std::size_t token = 0; token < cols; ++token) {
                const float value = answer_->values[start + token];
                const float end = answer_->most[start + token];
                const bool isOpen = isFirst ? !std::isnan(end) : std::isnan(value);
                least[token] = isOpen ? answer_->least[start + token] : value;
                most[token] = isOpen ? end : value;
            }
            putRanges(least, most, renormalise, relative, part(isFirst ? first_ : ranges_));
        }
        for (int unit = 0; unit < keys(); ++unit)
            if (std::isnan(at(layer, unit)) && part(ranges_)[unit].isKnown())
                hasRanges_[layer] = true;
    }
}

ShownProfile shownProfile(const AppState& state, ResultStore& results, const Query& query) {
    const Answer* answer = results.find(query);
    if (!isOver(state, query)) return {answer, state, query.method};
    const Answer* uniform = results.find(uniformOf(query));
    if (uniform == nullptr || uniform->values.empty()) return {};
    return {answer, state, query.method, uniform};
}

bool ShownProfile::isHidden(int unit) const { return !units_.list[unit].isShown(); }

float ShownProfile::at(int layer, int unit) const {
    if (layer < 0 || layer >= layers() || unit < 0 || unit >= keys()) return missing;
    return values_[layer * keys() + unit];
}

ShownProfile::Range ShownProfile::range(int layer, int unit) const {
    if (!hasRanges(layer) || unit < 0 || unit >= keys() || !std::isnan(at(layer, unit))) return {};
    return ranges_[layer * keys() + unit];
}

bool ShownProfile::hasRanges(int layer) const {
    return layer >= 0 && layer < static_cast<int>(hasRanges_.size()) && hasRanges_[layer];
}

float ShownProfile::orMost(int layer, int unit) const {
    if (!hasRanges(layer) || unit < 0 || unit >= keys()) return at(layer, unit);
    const Range& range = first_[layer * keys() + unit];
    return range.isKnown() ? range.most : at(layer, unit);
}

float ShownProfile::largest(int layer) const {
    float best = 0;
    for (int key = 0; key < keys(); ++key) {
        const float value = std::abs(orMost(layer, key));
        if (value > best) best = value;
    }
    return best;
}

ExactCount exactIn(const ShownProfile& profile, int layer) {
    ExactCount count;
    for (int unit = 0; unit < profile.keys(); ++unit) {
        if (profile.isHidden(unit)) continue;
        ++(std::isnan(profile.at(layer, unit)) ? count.open : count.exact);
    }
    return count;
}

std::vector<int> byScore(const ShownProfile& profile, int layer) {
    struct Entry {
        float value;
        int unit;
    };
    std::vector<Entry> entries;
    entries.reserve(profile.keys());
    for (int unit = 0; unit < profile.keys(); ++unit) {
        const float value = profile.orMost(layer, unit);
        entries.push_back(
            {std::isnan(value) ? -std::numeric_limits<float>::infinity() : value, unit});
    }
    std::ranges::stable_sort(entries, [](const Entry& a, const Entry& b) {
        return a.value != b.value ? a.value > b.value : a.unit < b.unit;
    });
    std::vector<int> order;
    order.reserve(entries.size());
    for (const Entry& entry : entries) order.push_back(entry.unit);
    return order;
}

std::vector<int> ranksOf(const ShownProfile& profile, int layer) {
    std::vector<int> ranks(profile.keys(), 0);
    if (profile.hasRanges(layer)) return ranks;
    int place = 0;
    int rank = 0;
    float previous = missing;
    for (const int key : byScore(profile, layer)) {
        const float value = profile.at(layer, key);
        if (std::isnan(value)) break;
        ++place;
        if (value != previous) rank = place;
        previous = value;
        ranks[key] = rank;
    }
    return ranks;
}

}  // namespace hw
