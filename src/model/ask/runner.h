// SPDX-License-Identifier: MIT
// Who runs the model that questions about cuts are asked of: a network of ours (Subject), or a program around this one that has the
// model and makes the runs it is asked for (model/distant/distant_runner.h). Units, rankings, searches, draws and tests need no more.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/problem.h"
#include "model/ask/units.h"
#include "model/network/stop.h"
#include "model/run/target.h"

namespace hw::model {

class KnownCuts;

/// A run's attention, and gradients of a number by it.
struct RunSlopes {
    std::vector<StackView> stacks;      ///< one, or of a pair encoder, decoder, cross
    std::vector<Unit> patches;          ///< of a picture, with what wiping each adds to first order
    std::shared_ptr<const void> owner;  ///< of what the stacks refer to
};

/// How runs are made.
struct CutRuns {
    Progress progress;
    Stop stop;
    KnownCuts* known = nullptr;  ///< cut runs that were made before, and gets those that are made
};

/// A run of one text without changes, that can be made again with units cut.
class Runner {
public:
    virtual ~Runner() = default;

    /// Errors: badArgument for a target that the model has not; `changes`: the answer is to change, so that it needs outputs.
    virtual Result<void> check(const Target& target, bool changes) const = 0;
    /// The attention of the run; its slopes are empty.
    virtual std::vector<StackView> stacks() const = 0;
    /// How much of each place of the last layer the answer reads, [n]; sums to 1.
    virtual std::vector<double> read(const Target& target) const = 0;
    /// The target's number.
    virtual double value(const Target& target) const = 0;

    // With units cut. Errors: as forward and backward, or those of the program around this one.

    /// All outputs at the target's place.
    virtual Result<std::vector<float>> outputs(std::span<const Unit> cut, CutRule rule,
                                               const Target& target, const Stop& stop) const = 0;
    /// `kind`: which units will be made of them; patches are there for patches only.
    virtual Result<RunSlopes> slopes(std::span<const Unit> cut, CutRule rule, const Target& target,
                                     UnitKind kind, const Stop& stop) const = 0;
    /// The target's number with each list cut; the same units are cut once. Cost: a run for each list, several at once.
    virtual Result<std::vector<double>> values(const std::vector<std::vector<Unit>>& lists,
                                               CutRule rule, const Target& target,
                                               const CutRuns& how = {}) const = 0;
};

/// All units of a kind in a run; patches without pixels, wiped or not, are left out. A text has no patches.
std::vector<Unit> unitsOf(const RunSlopes& slopes, UnitKind kind, CutRule rule);

}  // namespace hw::model
