// SPDX-License-Identifier: MIT
// Internal to model/experiment/decide: one greedy search, a step at a time.
#pragma once

#include <span>
#include <vector>

#include "core/problem.h"
#include "model/experiment/decide.h"

namespace hw::model {

/// By how much an output is ahead of another one.
struct Lead {
    double value = 0;
    int rival = 0;
};
/// Of the target's output before its other one, or before the nearest where it names none. At least two outputs.
Lead leadOf(std::span<const float> outputs, const Target& target);

/// What is cut so far, and what the run with it says.
class Search {
public:
    /// What it lowers, and when it ends. `itsTarget`: this, until it turns; where it names no other output, the answer's lead before whichever is
    /// next to it. `oneRival`: the lead before the target's other output; then nothing is kept that any change of the answer could do without.
    /// `allOthers`: the answer's probability, until another output is above it.
    enum class Aim { itsTarget, oneRival, allOthers };

    Search(const Runner& runner, Target target, const DecideOptions& options,
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
    std::vector<Unit> singles_;  ///< of a ranking: the single cuts that did most
    Rival whileAdding_ = Rival::own;
    Rival whilePruning_ = Rival::own;
    Phase phase_ = Phase::begins;
    int tried_ = 0;
    std::size_t next_ = 0;  ///< the unit that pruning comes to
    bool isStuck_ = false;
};

}  // namespace hw::model
