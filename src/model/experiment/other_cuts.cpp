// SPDX-License-Identifier: MIT
#include "model/experiment/other_cuts.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "model/ask/cut_value_cache.h"
#include "model/experiment/draw.h"

namespace hw::model {

Result<OtherCuts> OtherCuts::of(const Runner& runner, const Target& target,
                                const DecideOptions& options, const Decision& found) {
    Target lead{.index = found.before, .minus = target.minus, .position = target.position};
    OtherCuts made(runner, lead, options);
    // The sign of a difference is the answer.
    if (target.minus >= 0) made.target_.index = target.index;
    made.lead_ = found.lead;
    lead = made.target_;
    if (lead.minus < 0) lead.minus = found.after;
    const auto runGradients =
        runner.runGradients({}, options.rule, lead, options.unit, options.stop);
    if (!runGradients) return std::unexpected(runGradients.error());
    std::vector<Unit> units = unitsOf(*runGradients, options.unit, options.rule);
    keepTokens(units, options.takesPart);
    std::ranges::stable_sort(units, std::ranges::greater{},
                             [](const Unit& unit) { return std::abs(unit.predicted); });
    made.propose(std::move(units), found);
    return made;
}

void OtherCuts::propose(std::vector<Unit> units, const Decision& found) {
    const auto size = static_cast<int>(units.size());
    std::set<CutValueCache::Set> known{CutValueCache::setOf(found.units)};
    const auto add = [&](std::vector<Unit> set) {
        if (set.size() == found.units.size() && known.insert(CutValueCache::setOf(set)).second)
            sets_.push_back(std::move(set));
    };
    if (found.units.size() == 1) {
        others_.all = size - 1;
        const int most = size <= mostSingles ? size : tries + 1;
        for (int i = 0; i < most && others_.all > 0; ++i) add({units[i]});
        return;
    }
    // Each unit of the set in turn is exchanged for the next one that gradients rate highest.
    const auto places = static_cast<int>(found.units.size());
    for (int i = 0; std::ssize(sets_) < tries / 2 && i < places * size; ++i) {
        std::vector<Unit> set = found.units;
        const Unit& other = units[i / places];
        if (std::ranges::find(found.units, other) != found.units.end()) continue;
        set[i % places] = other;
        add(std::move(set));
    }
    others_.exchanged = static_cast<int>(sets_.size());
    Draw draw(std::move(units), 1);
    for (int i = 0; i < tries / 2; ++i) add(draw.like(found.units));
}

Result<bool> OtherCuts::step() {
    if (next_ >= sets_.size()) return false;
    const auto outputs = runner_->outputs(sets_[next_], options_.rule, target_, options_.stop);
    if (!outputs) return std::unexpected(outputs.error());
    const Lead lead = leadOf(*outputs, target_);
    ++others_.measured;
    const bool isChanged = lead_ > 0 ? lead.value < 0 : lead.value > 0;
    if (isChanged) {
        ++others_.changed;
        if (std::cmp_less(next_, others_.exchanged)) ++others_.changedByExchange;
        const OtherCut other{sets_[next_], lead.value, lead.value > 0 ? target_.index : lead.rival};
        const double sign = lead_ > 0 ? 1 : -1;
        const auto place =
            std::ranges::upper_bound(others_.farthest, sign * lead.value, {},
                                     [&](const OtherCut& one) { return sign * one.leadAfter; });
        others_.farthest.insert(place, other);
        if (others_.farthest.size() > shown) others_.farthest.pop_back();
    }
    return ++next_ < sets_.size();
}

}  // namespace hw::model
