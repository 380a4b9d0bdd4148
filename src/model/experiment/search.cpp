// SPDX-License-Identifier: MIT
#include "model/experiment/search.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/localized_text.h"

namespace hw::model {

Search::Search(const Runner& runner, Target target, const DecideOptions& options, Aim aim)
    : runner_(&runner), target_(std::move(target)), options_(options), aim_(aim) {
    if (options.endsWithChange) target_.kind = TargetKind::logit;
    whileAdding_ = target_.minus < 0 ? Rival::nearest : Rival::own;
    whilePruning_ = aim == Aim::oneRival ? Rival::nearest : whileAdding_;
}

Result<bool> Search::step() {
    Result<void> good;
    switch (phase_) {
        case Phase::begins: good = begin(); break;
        case Phase::adds: good = add(); break;
        case Phase::prunes: good = prune(); break;
        case Phase::ends:
            good = measure(whilePruning_);
            phase_ = Phase::over;
            break;
        case Phase::over: break;
    }
    if (!good) return std::unexpected(good.error());
    return phase_ != Phase::over;
}

Target Search::aimed() const {
    Target target = target_;
    if (aim_ == Aim::allOthers) {
        target.kind = TargetKind::logProbability;
        target.minus = -1;
    }
    return target;
}

namespace {

/// The second largest output.
int nearestTo(int answer, std::span<const float> logits) {
    int nearest = answer == 0 ? 1 : 0;
    for (int i = 0; std::cmp_less(i, logits.size()); ++i)
        if (i != answer && logits[i] > logits[nearest]) nearest = i;
    return nearest;
}

}  // namespace

Lead leadOf(std::span<const float> outputs, const Target& target) {
    const int rival = target.minus >= 0 ? target.minus : nearestTo(target.index, outputs);
    return {static_cast<double>(outputs[target.index]) - outputs[rival], rival};
}

/// The answer and the next output with the current cuts, and its lead.
Result<void> Search::look(Rival rival, double& lead) {
    const std::vector<Unit>& cut = decision_.units;
    if (!options_.endsWithChange) {
        if (cut.empty()) {
            lead = runner_->value(target_);
            return {};
        }
        const auto values = runner_->values({cut}, options_.rule, target_,
                                            {.stop = options_.stop, .known = options_.known});
        if (!values) return std::unexpected(values.error());
        lead = values->front();
        return {};
    }
    const auto outputs = runner_->outputs(cut, options_.rule, target_, options_.stop);
    if (!outputs) return std::unexpected(outputs.error());
    const std::span<const float> logits = *outputs;
    if (rival == Rival::nearest) {
        if (phase_ == Phase::begins)
            target_.index = static_cast<int>(std::ranges::max_element(logits) - logits.begin());
        target_.minus = logits.size() > 1 ? nearestTo(target_.index, logits) : 1;
    }
    if (std::cmp_greater_equal(target_.minus, logits.size()))
        return std::unexpected(Problem{.code = Code::badArgument,
                                       .place = "target",
                                       .finding = "The model needs at least two outputs."_tr,
                                       .remedy = {},
                                       .byte = {}});
    lead = static_cast<double>(logits[target_.index]) - logits[target_.minus];
    decision_.after = lead > 0 ? target_.index : target_.minus;
    return {};
}

Result<void> Search::begin() {
    if (auto good = look(whileAdding_, decision_.lead); !good) return good;
    decision_.before = decision_.after;
    decision_.leadAfter = decision_.lead;
    phase_ = Phase::adds;
    return {};
}

Result<void> Search::add() {
    if (auto good = take(); !good) return good;
    if (!isStuck_) ++tried_;
    decision_.isFound = isChanged(decision_.leadAfter);
    if (decision_.isFound && options_.endsWithChange)
        phase_ = Phase::prunes;
    else if (isStuck_ || tried_ >= options_.most)
        phase_ = Phase::over;
    return {};
}

/// Adds a unit.
Result<void> Search::take() {
    const Target target = aimed();
    const auto now =
        runner_->runGradients(decision_.units, options_.rule, target, options_.unit, options_.stop);
    if (!now) return std::unexpected(now.error());
    ++decision_.runs;
    std::vector<Unit> units = unitsOf(*now, options_.unit, options_.rule);
    keepTokens(units, options_.takesPart);
    std::erase_if(units, [&](const Unit& unit) {
        return std::ranges::find(decision_.units, unit) != decision_.units.end();
    });
    keepCandidates(units);
    // A head that pools needs at least one visible token.
    const int tokens = runner_->stacks().front().keys;
    if (options_.unit == UnitKind::token && std::ssize(decision_.units) + 2 > tokens) units.clear();
    std::vector<std::vector<Unit>> tries;
    for (const Unit& unit : units) {
        std::vector<Unit> all = decision_.units;
        all.push_back(unit);
        tries.push_back(std::move(all));
    }
    const auto values = runner_->values(
        tries, options_.rule, target,
        {.stop = options_.stop, .known = options_.endsWithChange ? nullptr : options_.known});
    if (!values) return std::unexpected(values.error());
    decision_.runs += static_cast<int>(tries.size());
    isStuck_ = values->empty();
    if (isStuck_) return {};
    const auto best =
        std::ranges::min_element(*values, {}, [&](double value) { return sign() * value; });
    if (decision_.units.empty() && !options_.endsWithChange) keepSingles(units, *values);
    decision_.units.push_back(units[best - values->begin()]);
    Unit& taken = decision_.units.back();
    taken.weight = weightIn(runner_->stacks(),
                            taken);  // random draws use weights of the run without cuts
    return measure(whileAdding_);
}

/// Keeps the units to try in real runs: those that gradients rank highest, and for a ranking the single cuts with the
/// largest effects. A ranking's first cut is chosen among many, in both directions, because gradients often have the
/// wrong sign.
void Search::keepCandidates(std::vector<Unit>& units) const {
    const bool isPatch = options_.unit == UnitKind::patch;
    std::ptrdiff_t count = options_.candidates;
    if (isPatch && std::ssize(units) <= 4 * options_.candidates) count = std::ssize(units);
    const bool isFirst = decision_.units.empty() && !options_.endsWithChange;
    if (isFirst) count = options_.singles;
    count = std::min(count, std::ssize(units));
    std::ranges::partial_sort(units, units.begin() + count, {}, [&](const Unit& unit) {
        return isFirst ? -std::abs(unit.predicted) : sign() * unit.predicted;
    });
    units.resize(count);
    for (const Unit& single : singles_) {
        const auto isIt = [&](const Unit& unit) { return unit == single; };
        if (std::ranges::none_of(units, isIt) && std::ranges::none_of(decision_.units, isIt))
            units.push_back(single);
    }
}

/// Keeps the single cuts with the largest effects.
void Search::keepSingles(const std::vector<Unit>& units, const std::vector<double>& values) {
    constexpr std::size_t most = 8;
    std::vector<std::size_t> order(units.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return sign() * values[i]; });
    for (std::size_t i = 0; i < std::min(most, order.size()); ++i)
        singles_.push_back(units[order[i]]);
}

/// Runs the current cuts. They may change which output is next to the answer.
Result<void> Search::measure(Rival rival) {
    ++decision_.runs;
    return look(rival, decision_.leadAfter);
}

/// Tries to restore the next unit.
Result<void> Search::prune() {
    if (next_ >= decision_.units.size() || decision_.units.size() == 1) {
        phase_ = Phase::ends;
        return {};
    }
    std::vector<Unit> rest = decision_.units;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(next_));
    std::swap(rest, decision_.units);
    const double before = decision_.leadAfter;
    if (auto good = measure(whilePruning_); !good) return good;
    if (isChanged(decision_.leadAfter)) return {};  // not needed
    std::swap(rest, decision_.units);
    decision_.leadAfter = before;
    ++next_;
    return {};
}

}  // namespace hw::model
