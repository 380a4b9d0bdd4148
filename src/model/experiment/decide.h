// SPDX-License-Identifier: MIT
// Searches for the smallest set of edges, heads, tokens or patches whose cut changes the answer.
#pragma once

#include <memory>
#include <vector>

#include "core/problem.h"
#include "model/ask/runner.h"

namespace hw::model {

struct DecideOptions {
    UnitKind unit = UnitKind::edge;
    CutRule rule = CutRule::zero;
    std::vector<bool> takesPart = {};  ///< tokens that may be hidden; empty for all
    int most = 20;                     ///< maximum number of units in a set
    /// Units per step that are tried in real runs. Up to four times as many patches are all tried, because the effect
    /// of wiping is far from first order.
    int candidates = 16;
    int singles = 128;  ///< for a ranking: how many are cut one by one to find its first
    /// If false, searches for the `most` units that lower the target's value most, and restores none. The result is a
    /// ranking, which experiments can compare with others. Any kind of target.
    bool endsWithChange = true;
    /// Cut runs that were made before; new ones are added.
    CutValueCache* known = nullptr;
    Progress progress = {};
    Stop stop = {};
};

/// Another set of the same size that changes the answer.
struct OtherCut {
    std::vector<Unit> units;
    double leadAfter = 0;
    int after = 0;
};

/// The effects of other sets of the same size. The found set is not counted.
struct OtherSets {
    int all = 0;  ///< for single units, how many others there are; 0 for larger sets
    int measured = 0;
    int changed = 0;  ///< those that change the answer
    /// For larger sets: those that differ from the found one in one unit, which gradients rate highly. The rest are
    /// drawn by weight.
    int exchanged = 0;
    int changedByExchange = 0;
    /// Up to five that change it, the largest change of the lead first.
    std::vector<OtherCut> farthest;
};

/// The result of a search. The answer is the largest output at the position, or for a difference its sign.
struct Decision {
    bool isFound = false;
    std::vector<Unit> units;  ///< each of them is needed to change the answer
    int before = 0;           ///< the original answer
    int after = 0;            ///< the answer with the cuts
    double lead = 0;          ///< the difference of the answer's logit to the next one's
    double leadAfter = 0;     ///< with the cuts, negative
    int runs = 0;             ///< number of cut runs that the search made
    OtherSets others;         ///< for a set that changes the answer
};

/// A greedy search. In each step, the units that the current run's gradients rank highest are cut in real runs, and the
/// best one is kept. Then each unit that is not needed is restored. If any other answer counts as a change, it also
/// looks for sets of up to four units that lower the answer's probability, or let one of the next four answers win. It
/// is a valid result if no set of up to `most` is found (isFound false). Other sets of the same size are measured last.
/// Errors: badArgument for a vector; as forward and backward. Cost: `most` passes forward and back, and `most` times
/// `candidates` cut runs, several at once; up to 320 for the other sets.
Result<Decision> findWhatDecides(const Runner& runner, const Target& target,
                                 const DecideOptions& options = {});

/// The same search in steps, so that other work can run in between, or it can be cancelled. A step adds one unit, or
/// restores one. The runner has to outlive it.
class Deciding {
public:
    /// Errors: badArgument, as above.
    static Result<Deciding> of(const Runner& runner, const Target& target,
                               const DecideOptions& options = {});
    Deciding(Deciding&&) noexcept;
    Deciding& operator=(Deciding&&) noexcept;
    ~Deciding();

    /// Returns false after the last step. Errors: as forward and backward.
    Result<bool> step();
    /// Progress of the search, from 0 to 1. It never falls.
    double done() const;
    /// The result, after the last step.
    const Decision& decision() const;

private:
    struct Parts;
    explicit Deciding(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> parts_;
};

}  // namespace hw::model
