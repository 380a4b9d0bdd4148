// SPDX-License-Identifier: MIT
// Internal to model/experiment/decide: one greedy search, a step at a time.
#pragma once

#include <vector>

#include "core/problem.h"
#include "model/experiment/decide.h"

namespace hw::model {

/// By how much an output is ahead of another one.
struct Lead {
    double value = 0;
    int rival = 0;
};
/// Of the target's output before its other one, or before the nearest where it names none. A model with at least two outputs.
Lead leadOf(const Subject& run, const Target& target);

/// What is cut so far, and what the run with it says.
class Search {
public:
    /// What it lowers, and when it ends. `itsTarget`: this, until it turns; where it names no other output, the answer's lead before whichever is
    /// next to it. `oneRival`: the lead before the target's other output; then nothing is kept that any change of the answer could do without.
    /// `allOthers`: the answer's probability, until another output is above it.
    enum class Aim { itsTarget, oneRival, allOthers };

    Search(const Subject& subject, Target target, const DecideOptions& options,
           Aim aim = Aim::itsTarget);

    /// One unit more, or one that is tried without: false, once it is over. Errors: as forward and backward; badArgument for a
    /// model with a single output.
    Result<bool> step();
    /// Units that were tried, of as many as may be.
    int tried() const { return tried_; }
    const Decision& decision() const { return decision_; }

private:
    enum class Phase { begins, adds, prunes, ends, over };
    /// Which other output counts: the target's own, or whichever is nearest.
    enum class Rival { own, nearest };

    /// With an answer that leads, a change is that it does not; with a difference below 0, that it is above.
    bool isChanged(double lead) const { return decision_.lead > 0 ? lead < 0 : lead > 0; }
    /// Of what a cut should do to the number: lower it, or, where a difference below 0 is to change, raise it.
    double sign() const { return decision_.lead > 0 || !options_.endsWithChange ? 1 : -1; }
    /// What the next unit shall lower.
    Target aimed() const;
    Result<void> look(const Subject& run, Rival rival, double& lead);
    Result<ChangedRun> cutRun(const std::vector<Unit>& units);
    Result<void> begin();
    Result<void> add();
    Result<void> take();
    void keepCandidates(std::vector<Unit>& units) const;
    void keepSingles(const std::vector<Unit>& units, const std::vector<double>& values);
    Result<void> prune();
    Result<void> measure(Rival rival);

    Subject subject_;
    Target target_;
    DecideOptions options_;
    Aim aim_;
    Decision decision_;
    std::vector<Unit> singles_;  ///< of a ranking: the single cuts that did most
    Rival whileAdding_ = Rival::own;
    Rival whilePruning_ = Rival::own;
    Phase phase_ = Phase::begins;
    int tried_ = 0;
    std::size_t next_ = 0;  ///< the unit that pruning comes to
    bool isStuck_ = false;
};

}  // namespace hw::model
