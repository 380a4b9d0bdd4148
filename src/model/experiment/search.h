// SPDX-License-Identifier: MIT
// Internal parts of model/experiment/decide: one greedy search, in steps.
#pragma once

#include <span>
#include <vector>

#include "core/problem.h"
#include "model/experiment/decide.h"

namespace hw::model {

/// The difference of an output to another one.
struct Lead {
    double value = 0;
    int rival = 0;
};
/// The target's output against its other one, or against the nearest if it names none. Requires at least two outputs.
Lead leadOf(std::span<const float> outputs, const Target& target);

/// The units cut so far, and the results of the run with these cuts.
class Search {
public:
    /// The value that the search lowers, and when it ends. `itsTarget` is the target until its sign changes, or the
    /// answer's lead before the next output if the target names no other one. `oneRival` is the lead before the
    /// target's other output; units are then dropped if the answer still changes, to any output, without them.
    /// `allOthers` is the answer's probability, until another output is above it.
    enum class Aim { itsTarget, oneRival, allOthers };

    Search(const Runner& runner, Target target, const DecideOptions& options,
           Aim aim = Aim::itsTarget);

    /// Adds a unit, or tries to restore one. Returns false at the end. Errors: as forward and backward; badArgument for
    /// a model with a single output.
    Result<bool> step();
    /// The number of units tried, of the maximum.
    int tried() const { return tried_; }
    const Decision& decision() const { return decision_; }

private:
    enum class Phase { begins, adds, prunes, ends, over };
    /// The other output that counts: the target's own, or the nearest.
    enum class Rival { own, nearest };

    /// A positive lead has to become negative, a negative difference positive.
    bool isChanged(double lead) const { return decision_.lead > 0 ? lead < 0 : lead > 0; }
    /// The direction in which a cut should move the value: down, or up if a negative difference has to change.
    double sign() const { return decision_.lead > 0 || !options_.endsWithChange ? 1 : -1; }
    /// The value that the next unit has to lower.
    Target aimed() const;
    Result<void> look(Rival rival, double& lead);
    Result<void> begin();
    Result<void> add();
    Result<void> take();
    void keepCandidates(std::vector<Unit>& units) const;
    void keepSingles(const std::vector<Unit>& units, const std::vector<double>& values);
    Result<void> prune();
    Result<void> measure(Rival rival);

    const Runner* runner_;
    Target target_;
    DecideOptions options_;
    Aim aim_;
    Decision decision_;
    std::vector<Unit> singles_;  ///< for a ranking: the single cuts with the largest effects
    Rival whileAdding_ = Rival::own;
    Rival whilePruning_ = Rival::own;
    Phase phase_ = Phase::begins;
    int tried_ = 0;
    std::size_t next_ = 0;  ///< the next unit to prune
    bool isStuck_ = false;
};

}  // namespace hw::model
