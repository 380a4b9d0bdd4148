// SPDX-License-Identifier: MIT
#include "model/experiment/decide.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "model/experiment/other_cuts.h"
#include "model/experiment/search.h"

namespace hw::model {
namespace {

/// The number of outputs next to the answer that get their own search.
constexpr int mostRivals = 4;
/// Maximum number of units against each. Larger sets explain little, and cost as much as the first search.
constexpr int mostAgainst = 4;

/// The outputs next to the answer, the nearest first.
Result<std::vector<int>> rivalsOf(const Runner& runner, const Target& target, int answer,
                                  const Stop& stop) {
    const auto logits = runner.outputs({}, CutRule::zero, target, stop);
    if (!logits) return std::unexpected(logits.error());
    std::vector<int> others;
    for (int i = 0; std::cmp_less(i, logits->size()); ++i)
        if (i != answer) others.push_back(i);
    const auto count = std::min(std::ptrdiff_t{mostRivals}, std::ssize(others));
    std::ranges::partial_sort(others, others.begin() + count, std::greater{},
                              [&](int output) { return (*logits)[output]; });
    others.resize(count);
    return others;
}

}  // namespace

/// A greedy search that follows the output next to the answer misses cuts that let a later one win. For example, this
/// may be the other number of a verb if the other tense is nearest. Smaller sets are therefore looked for against all
/// others together, and against each of them.
struct Deciding::Parts {
    Parts(const Runner& asks, Target asked, const DecideOptions& how)
        : runner(asks),
          target(std::move(asked)),
          options(how),
          triesRivals(how.endsWithChange && target.minus < 0),
          ahead(how.most + (triesRivals ? (1 + mostRivals) * mostAgainst : 0)),
          search(runner, target, options) {}

    /// Keeps the result of the last search if it is better.
    Result<void> keep() {
        Decision found = search.decision();
        if (isFirst) {
            best = std::move(found);
            if (!triesRivals) return {};
            auto behindIt = rivalsOf(runner, target, best.before, options.stop);
            if (!behindIt) return std::unexpected(std::move(behindIt.error()));
            rivals = std::move(*behindIt);
            rivals.insert(rivals.begin(), all);
        } else {
            found.runs += best.runs;
            if (!found.isFound) {
                best.runs = found.runs;
                return {};
            }
            found.before = best.before;
            found.lead = best.lead;
            best = std::move(found);
        }
        return {};
    }

    /// Begins the search against the next rival. Returns false if nothing smaller can be found.
    bool next() {
        behind += isFirst ? options.most : mostAgainst;
        isFirst = false;
        if (rivals.empty() || (best.isFound && best.units.size() == 1)) return false;
        DecideOptions own = options;
        own.most = std::min({options.most, mostAgainst,
                             best.isFound ? static_cast<int>(best.units.size()) - 1 : mostAgainst});
        Target against = target;
        against.index = best.before;
        against.minus = rivals.front();
        rivals.erase(rivals.begin());
        search = Search(runner, against, own,
                        against.minus == all ? Search::Aim::allOthers : Search::Aim::oneRival);
        return true;
    }

    /// After the searches, begins to measure other sets of the same size. Returns false if there are none.
    Result<bool> beginOthers() {
        if (!options.endsWithChange || !best.isFound) return false;
        auto made = OtherCuts::of(runner, target, options, best);
        if (!made) return std::unexpected(made.error());
        others = std::move(*made);
        return true;
    }

    const Runner& runner;
    Target target;
    DecideOptions options;
    bool triesRivals = false;
    int ahead = 0;  ///< units that all searches may try, and those of the finished searches
    int behind = 0;
    Search search;
    std::optional<OtherCuts> others;
    bool isFirst = true;
    bool isOver = false;
    Decision best;
    std::vector<int> rivals;  ///< the remaining ones; `all` means all others together
    static constexpr int all = -1;
};

Deciding::Deciding(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Deciding::Deciding(Deciding&&) noexcept = default;
Deciding& Deciding::operator=(Deciding&&) noexcept = default;
Deciding::~Deciding() = default;

Result<Deciding> Deciding::of(const Runner& runner, const Target& target,
                              const DecideOptions& options) {
    if (auto good = runner.check(target, options.endsWithChange); !good)
        return std::unexpected(good.error());
    return Deciding(std::make_unique<Parts>(runner, target, options));
}

Result<bool> Deciding::step() {
    Parts& all = *parts_;
    if (all.isOver) return false;
    if (all.others) {
        const auto more = all.others->step();
        if (!more) return std::unexpected(more.error());
        all.best.others = all.others->found();
        all.isOver = !*more;
        return *more;
    }
    const auto more = all.search.step();
    if (!more) return std::unexpected(more.error());
    if (*more) return true;
    if (const auto kept = all.keep(); !kept) return std::unexpected(kept.error());
    if (all.next()) return true;
    const auto others = all.beginOthers();
    if (!others) return std::unexpected(others.error());
    all.isOver = !*others;
    return *others;
}

double Deciding::done() const {
    const Parts& all = *parts_;
    if (all.isOver) return 1;
    constexpr double searches = 0.5;  // the rest is for the other sets
    if (all.others) return searches + (1 - searches) * all.others->done();
    const double done =
        std::min(static_cast<double>(all.behind + all.search.tried()) / all.ahead, 1.0);
    return all.options.endsWithChange ? searches * done : done;
}

const Decision& Deciding::decision() const { return parts_->best; }

Result<Decision> findWhatDecides(const Runner& runner, const Target& target,
                                 const DecideOptions& options) {
    auto search = Deciding::of(runner, target, options);
    if (!search) return std::unexpected(search.error());
    for (bool more = true; more;) {
        const auto made = search->step();
        if (!made) return std::unexpected(made.error());
        more = *made;
        if (options.progress) options.progress(search->done());
    }
    return search->decision();
}

}  // namespace hw::model
