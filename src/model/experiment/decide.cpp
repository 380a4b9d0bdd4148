// SPDX-License-Identifier: MIT
#include "model/experiment/decide.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "core/words.h"

namespace hw::model {
namespace {

/// The search's state: what is cut, and which other output is closest to the answer.
class Search {
public:
    /// `rival`, if not -1: the output that shall come before the answer, which is `target.index`.
    Search(const Network& network, const Trace& base, const Target& target,
           const DecideOptions& options, int rival = -1)
        : network_(network),
          base_(base),
          target_(target),
          options_(options),
          hasRival_(rival >= 0) {
        if (options.endsWithChange) target_.kind = TargetKind::logit;
        if (hasRival_) target_.minus = rival;
        isFixed_ = target_.minus >= 0;
    }

    Result<Decision> run() {
        if (auto good = look(base_, decision_.lead); !good) return std::unexpected(good.error());
        decision_.before = decision_.after;
        decision_.leadAfter = decision_.lead;
        for (int step = 0; step < options_.most && !isOver(); ++step) {
            if (auto good = take(); !good) return std::unexpected(good.error());
            if (isStuck_) break;
            if (options_.progress) options_.progress(static_cast<double>(step + 1) / options_.most);
        }
        decision_.isFound = isChanged(decision_.leadAfter);
        if (!decision_.isFound || !options_.endsWithChange) return decision_;
        if (hasRival_) isFixed_ = false;  // whichever output is the answer now, nothing is in vain
        if (auto good = prune(); !good) return std::unexpected(good.error());
        return decision_;
    }

private:
    /// With an answer that leads, a change is that it does not; with a difference below 0, that it is above.
    bool isChanged(double lead) const { return decision_.lead > 0 ? lead < 0 : lead > 0; }
    bool isOver() const { return options_.endsWithChange && isChanged(decision_.leadAfter); }
    /// Of what a cut should do to the number: lower it, or, where a difference below 0 is to change, raise it.
    double sign() const { return decision_.lead > 0 || !options_.endsWithChange ? 1 : -1; }

    /// The answer and the output next to it in a run; its lead.
    Result<void> look(const Trace& trace, double& lead) {
        if (!options_.endsWithChange) {
            lead = valuesOf(network_, trace, target_).front();
            return {};
        }
        Workspace workspace;
        const int n = trace.batch.length(0);
        const int position = target_.position < 0 ? n - 1 : target_.position;
        const ReadOut out =
            readOut(network_, trace.batch, trace.last(), {&position, 1}, {}, workspace);
        const std::span<const float> logits = out.row(0);
        if (!isFixed_) {
            if (isFirst_)
                target_.index = static_cast<int>(std::ranges::max_element(logits) - logits.begin());
            target_.minus = target_.index == 0 ? 1 : 0;
            for (int i = 0; i < out.width; ++i)
                if (i != target_.index && logits[i] > logits[target_.minus]) target_.minus = i;
        }
        isFirst_ = false;
        if (target_.minus >= out.width)
            return std::unexpected(Problem{
                .code = Code::badArgument,
                .place = "target",
                .finding = "For an answer to change, the model needs at least two outputs."_tr,
                .remedy = {},
                .byte = {}});
        lead = static_cast<double>(logits[target_.index]) - logits[target_.minus];
        decision_.after = lead > 0 ? target_.index : target_.minus;
        return {};
    }

    Result<Trace> cutRun(const std::vector<Unit>& units) {
        ++decision_.runs;
        const Cut cut = cutOf(network_, base_, units, options_.rule);
        return forward(network_, {cut.text}, {.edits = {&cut.edits, 1}, .stop = options_.stop});
    }

    /// One more unit.
    Result<void> take() {
        const auto now = cutRun(decision_.units);
        if (!now) return std::unexpected(now.error());
        const auto gradients = backward(network_, *now, {&target_, 1}, {.stop = options_.stop});
        if (!gradients) return std::unexpected(gradients.error());
        std::vector<Unit> units = unitsOf(network_, *now, *gradients, options_.unit, options_.rule);
        std::erase_if(units, [&](const Unit& unit) {
            return std::ranges::find(decision_.units, unit) != decision_.units.end();
        });
        const auto count = std::min<std::ptrdiff_t>(options_.candidates, std::ssize(units));
        std::ranges::partial_sort(units, units.begin() + count, {},
                                  [&](const Unit& unit) { return sign() * unit.predicted; });
        units.resize(count);
        std::vector<std::vector<Unit>> tries;
        for (const Unit& unit : units) {
            std::vector<Unit> all = decision_.units;
            all.push_back(unit);
            tries.push_back(std::move(all));
        }
        const auto values =
            cutValues(network_, base_, tries, options_.rule, target_, {}, options_.stop);
        if (!values) return std::unexpected(values.error());
        decision_.runs += static_cast<int>(tries.size());
        isStuck_ = values->empty();
        if (isStuck_) return {};
        const auto best =
            std::ranges::min_element(*values, {}, [&](double value) { return sign() * value; });
        decision_.units.push_back(units[best - values->begin()]);
        return measure();
    }

    /// The real run of what is cut: which output is next to the answer may change.
    Result<void> measure() {
        const auto trace = cutRun(decision_.units);
        if (!trace) return std::unexpected(trace.error());
        return look(*trace, decision_.leadAfter);
    }

    /// Takes back what the change does not need.
    Result<void> prune() {
        for (std::size_t i = 0; i < decision_.units.size() && decision_.units.size() > 1;) {
            std::vector<Unit> rest = decision_.units;
            rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
            std::swap(rest, decision_.units);
            const double before = decision_.leadAfter;
            if (auto good = measure(); !good) return good;
            if (isChanged(decision_.leadAfter)) continue;  // not needed
            std::swap(rest, decision_.units);
            decision_.leadAfter = before;
            ++i;
        }
        return measure();
    }

    const Network& network_;
    const Trace& base_;
    Target target_;
    const DecideOptions& options_;
    Decision decision_;
    bool hasRival_ = false;
    bool isFixed_ = false;
    bool isFirst_ = true;
    bool isStuck_ = false;
};

/// The outputs behind the answer, the nearest first.
std::vector<int> rivalsOf(const Network& network, const Trace& base, const Target& target,
                          int answer) {
    constexpr std::ptrdiff_t mostRivals = 4;
    Workspace workspace;
    const int position = target.position < 0 ? base.batch.length(0) - 1 : target.position;
    const ReadOut out = readOut(network, base.batch, base.last(), {&position, 1}, {}, workspace);
    const std::span<const float> logits = out.row(0);
    std::vector<int> others;
    for (int i = 0; i < out.width; ++i)
        if (i != answer) others.push_back(i);
    const auto count = std::min(mostRivals, std::ssize(others));
    std::ranges::partial_sort(others, others.begin() + count, std::greater{},
                              [&](int output) { return logits[output]; });
    others.resize(count);
    return others;
}

/// A greedy search that follows the output next to the answer passes over a cut that lets one further behind win, such as the other
/// number of a verb where the other tense is nearest: smaller sets are looked for against each by itself.
Result<Decision> findAnyChange(const Network& network, const Trace& base, const Target& target,
                               const DecideOptions& options) {
    constexpr int mostAgainst =
        4;  // units: beyond them a set explains little, and costs as much as the search before
    auto best = Search(network, base, target, options).run();
    if (!best) return best;
    for (const int rival : rivalsOf(network, base, target, best->before)) {
        if (best->isFound && best->units.size() == 1) break;
        DecideOptions own = options;
        own.most =
            std::min({options.most, mostAgainst,
                      best->isFound ? static_cast<int>(best->units.size()) - 1 : mostAgainst});
        own.progress = {};
        Target against = target;
        against.index = best->before;
        auto other = Search(network, base, against, own, rival).run();
        if (!other) return other;
        other->runs += best->runs;
        if (!other->isFound) {
            best->runs = other->runs;
            continue;
        }
        other->before = best->before;
        other->lead = best->lead;
        best = std::move(other);
    }
    return best;
}

}  // namespace

Result<Decision> findWhatDecides(const Network& network, const Trace& base, const Target& target,
                                 const DecideOptions& options) {
    if (!options.endsWithChange) {
        const auto good =
            checkTarget(target, network.spec, network.outputs(), base.batch.length(0));
        if (!good) return std::unexpected(good.error());
        return Search(network, base, target, options).run();
    }
    if (network.head.out.empty())
        return std::unexpected(
            Problem{.code = Code::badArgument,
                    .place = "target",
                    .finding = "This model has no words or classes to read out."_tr,
                    .remedy = {},
                    .byte = {}});
    if (auto good = checkTarget({.index = std::max(target.index, 0),
                                 .minus = target.minus,
                                 .position = target.position},
                                network.spec, network.outputs(), base.batch.length(0));
        !good)
        return std::unexpected(good.error());
    return target.minus < 0 ? findAnyChange(network, base, target, options)
                            : Search(network, base, target, options).run();
}

}  // namespace hw::model
