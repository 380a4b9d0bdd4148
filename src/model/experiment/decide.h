// SPDX-License-Identifier: MIT
// The smallest set of edges, heads, tokens or patches that is found whose cutting changes the answer.
#pragma once

#include <memory>
#include <vector>

#include "core/problem.h"
#include "model/ask/runner.h"

namespace hw::model {

struct DecideOptions {
    UnitKind unit = UnitKind::edge;
    CutRule rule = CutRule::zero;
    std::vector<bool> takesPart = {};  ///< of tokens: which may be hidden; empty: all
    int most = 20;                     ///< units at most
    /// Of each step, tried by real runs; of up to four times as many patches all: what wiping does is far from first order.
    int candidates = 16;
    int singles = 128;  ///< of a ranking: how many are cut one by one for its first
    /// False: looks for the units that lower the target's number most, `most` of them, and takes nothing back: a ranking
    /// that an experiment can be held against. Any kind of target.
    bool endsWithChange = true;
    KnownCuts* known =
        nullptr;  ///< of a ranking: cut runs that were made before, and gets those that are made
    Progress progress = {};
    Stop stop = {};
};

/// Another set of as many units that changes the answer.
struct OtherCut {
    std::vector<Unit> units;
    double leadAfter = 0;
    int after = 0;
};

/// What other sets of as many units do. Numbers are of those that were cut; the set that was found is not among them.
struct Others {
    int all = 0;  ///< single units: how many others there are; 0 for larger sets
    int measured = 0;
    int changed = 0;  ///< that change the answer
    /// Of larger sets: those that differ from the one that was found in one unit, which gradients rate highly; the rest are drawn by weight.
    int exchanged = 0;
    int changedByExchange = 0;
    std::vector<OtherCut>
        farthest;  ///< up to five that change it, the lead that went farthest first
};

/// What was found. The answer is the largest output at the place, or with a difference its sign.
struct Decision {
    bool isFound = false;
    std::vector<Unit> units;  ///< each of them needed: without it the answer stays
    int before = 0;           ///< the answer
    int after = 0;            ///< with the cuts
    double lead = 0;          ///< by how much the answer's logit is ahead of the next one's
    double leadAfter = 0;     ///< with the cuts: below 0
    int runs = 0;             ///< cut runs that were made to find it
    Others others;            ///< of a set that changes the answer
};

/// Greedy: in each step the units that the gradients of the run so far rank highest are cut for real, and the best one is
/// kept; then each that is not needed is taken back. Where any other answer is a change, sets of up to four units are also looked for
/// that take the answer's probability, or let one of the next four answers win. No set of up to `most` found is an answer
/// too (isFound false). Other sets of the size that was found are measured last. Errors: badArgument for a vector; as
/// forward and backward. Cost: `most` passes forward and back, and `most` times `candidates` cut runs, several at once; up to 320 for the other sets.
Result<Decision> findWhatDecides(const Runner& runner, const Target& target,
                                 const DecideOptions& options = {});

/// The same search a step at a time, so that other work can come in between, or it can be given up: a step is one unit more, or one
/// taken back. The runner has to outlive it.
class Deciding {
public:
    /// Errors: badArgument, as above.
    static Result<Deciding> of(const Runner& runner, const Target& target,
                               const DecideOptions& options = {});
    Deciding(Deciding&&) noexcept;
    Deciding& operator=(Deciding&&) noexcept;
    ~Deciding();

    /// False: it is over. Errors: as forward and backward.
    Result<bool> step();
    /// How much of the search is behind, from 0 to 1: never less than before.
    double done() const;
    /// What was found, once it is over.
    const Decision& decision() const;

private:
    struct Parts;
    explicit Deciding(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> parts_;
};

}  // namespace hw::model
