// SPDX-License-Identifier: MIT
// The interface to the model that questions about cuts need. The model may be one of our networks (Subject), or belong
// to a program that uses this library and makes the runs (model/distant/distant_runner.h). Units, rankings, searches,
// draws and tests need no more.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/problem.h"
#include "model/ask/units.h"
#include "model/network/stop.h"
#include "model/run/target.h"

namespace hw::model {

class CutValueCache;

/// A run's attention, and a value's gradients by it.
struct RunGradients {
    std::vector<StackView> stacks;  ///< one, or for a pair encoder, decoder, cross
    /// A picture's patches, with the first-order effect of wiping each.
    std::vector<Unit> patches;
    std::shared_ptr<const void> owner;  ///< of the data that the stacks refer to
};

/// Options for runs.
struct CutRuns {
    Progress progress;
    Stop stop;
    CutValueCache* known = nullptr;  ///< cut runs that were made before; new ones are added
};

/// A run of one text without changes, which can be repeated with units cut.
class Runner {
public:
    virtual ~Runner() = default;

    /// `changes`: the answer has to change, so the model needs outputs. Errors: badArgument for a target that the model
    /// does not have.
    virtual Result<void> check(const Target& target, bool changes) const = 0;
    /// The attention of the run; its slopes are empty.
    virtual std::vector<StackView> stacks() const = 0;
    /// How much the answer reads each position of the last layer, [n]; sums to 1.
    virtual std::vector<double> read(const Target& target) const = 0;
    /// The target's value.
    virtual double value(const Target& target) const = 0;

    // With units cut. Errors: as forward and backward, or those of the program that makes the runs.

    /// All outputs at the target's position.
    virtual Result<std::vector<float>> outputs(std::span<const Unit> cut, CutRule rule,
                                               const Target& target, const Stop& stop) const = 0;
    /// `kind` is the kind of units that will be made from them; only `patch` has patches.
    virtual Result<RunGradients> runGradients(std::span<const Unit> cut, CutRule rule,
                                              const Target& target, UnitKind kind,
                                              const Stop& stop) const = 0;
    /// The target's value with each list cut. Equal sets of units are cut once. Cost: a run for each list, several at
    /// once.
    virtual Result<std::vector<double>> values(const std::vector<std::vector<Unit>>& lists,
                                               CutRule rule, const Target& target,
                                               const CutRuns& how = {}) const = 0;
};

/// All units of a kind in a run, without patches that have no pixels, wiped or not. A text has no patches.
std::vector<Unit> unitsOf(const RunGradients& runGradients, UnitKind kind, CutRule rule);

}  // namespace hw::model
