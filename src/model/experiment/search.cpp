// SPDX-License-Identifier: MIT
#include "model/experiment/search.h"

#include <algorithm>
#include <utility>

#include "core/words.h"

namespace hw::model {

Search::Search(const Subject& subject, Target target, const DecideOptions& options, Aim aim)
    : subject_(subject), target_(std::move(target)), options_(options), aim_(aim) {
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

/// The answer and the output next to it in a run; its lead.
Result<void> Search::look(const Subject& run, Rival rival, double& lead) {
    if (!options_.endsWithChange) {
        lead = valueOf(run, target_);
        return {};
    }
    const Trace& trace = run.answers();
    Workspace workspace;
    const int n = trace.batch.length(0);
    const int position = target_.position < 0 ? n - 1 : target_.position;
    const ReadOut out =
        readOut(run.answering(), trace.batch, trace.last(), {&position, 1}, {}, workspace);
    const std::span<const float> logits = out.row(0);
    if (rival == Rival::nearest) {
        if (phase_ == Phase::begins)
            target_.index = static_cast<int>(std::ranges::max_element(logits) - logits.begin());
        target_.minus = target_.index == 0 ? 1 : 0;
        for (int i = 0; i < out.width; ++i)
            if (i != target_.index && logits[i] > logits[target_.minus]) target_.minus = i;
    }
    if (target_.minus >= out.width)
        return std::unexpected(
            Problem{.code = Code::badArgument,
                    .place = "target",
                    .finding = "For an answer to change, the model needs at least two outputs."_tr,
                    .remedy = {},
                    .byte = {}});
    lead = static_cast<double>(logits[target_.index]) - logits[target_.minus];
    decision_.after = lead > 0 ? target_.index : target_.minus;
    return {};
}

Result<ChangedRun> Search::cutRun(const std::vector<Unit>& units) {
    ++decision_.runs;
    Cut cut = cutOf(subject_, units, options_.rule);
    return ChangedRun::of(subject_, std::move(cut.text), cut.edits, options_.stop);
}

Result<void> Search::begin() {
    if (auto good = look(subject_, whileAdding_, decision_.lead); !good) return good;
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

/// One more unit.
Result<void> Search::take() {
    const auto now = cutRun(decision_.units);
    if (!now) return std::unexpected(now.error());
    const Target target = aimed();
    const Subject run = now->subject();
    const auto gradients = backward(run, target, {.stop = options_.stop});
    if (!gradients) return std::unexpected(gradients.error());
    std::vector<Unit> units = unitsOf(run, *gradients, options_.unit, options_.rule);
    std::erase_if(units, [&](const Unit& unit) {
        return std::ranges::find(decision_.units, unit) != decision_.units.end();
    });
    std::ptrdiff_t count = std::min<std::ptrdiff_t>(options_.candidates, std::ssize(units));
    if (options_.unit == UnitKind::patch && std::ssize(units) <= 4 * options_.candidates)
        count = std::ssize(units);
    std::ranges::partial_sort(units, units.begin() + count, {},
                              [&](const Unit& unit) { return sign() * unit.predicted; });
    units.resize(count);
    std::vector<std::vector<Unit>> tries;
    for (const Unit& unit : units) {
        std::vector<Unit> all = decision_.units;
        all.push_back(unit);
        tries.push_back(std::move(all));
    }
    const auto values = cutValues(subject_, tries, options_.rule, target, {}, options_.stop);
    if (!values) return std::unexpected(values.error());
    decision_.runs += static_cast<int>(tries.size());
    isStuck_ = values->empty();
    if (isStuck_) return {};
    const auto best =
        std::ranges::min_element(*values, {}, [&](double value) { return sign() * value; });
    decision_.units.push_back(units[best - values->begin()]);
    return measure(whileAdding_);
}

/// The real run of what is cut: which output is next to the answer may change.
Result<void> Search::measure(Rival rival) {
    const auto trace = cutRun(decision_.units);
    if (!trace) return std::unexpected(trace.error());
    return look(trace->subject(), rival, decision_.leadAfter);
}

/// Takes back the next unit that the change does not need.
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
