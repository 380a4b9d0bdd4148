// SPDX-License-Identifier: MIT
// A training as a model with steps, and its curves. Steps count the updates, from 0.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/problem.h"
#include "model/session/session.h"
#include "model/steps/steps.h"
#include "model/train/network.h"
#include "model/train/trainer.h"
#include "model/training/scores.h"

namespace hw::model {

/// What was measured of the weights at a step.
struct Measured {
    train::Accuracy accuracy;             ///< on the test
    train::Accuracy hard;                 ///< on the hard test, if the task has one
    std::vector<train::HeadScore> heads;  ///< by layer, then head
    /// By train::Naming. Takes longer than the others, and is made for measuredAt() only.
    std::vector<train::NamingCount> naming;
    std::string hash;  ///< of the weights, with `naming`
};

class Training : public Steps {
public:
    /// Measures the first weights. Errors: those of recipeFrom and Trainer::create; badArgument if `version` is not 0
    /// and not the recipe's.
    static Result<std::unique_ptr<Training>> begin(const std::string& recipe, std::uint64_t seed,
                                                   int version);

    const train::Recipe& recipe() const { return trainer_.recipe(); }
    std::uint64_t seed() const { return trainer_.seed(); }
    int step() const { return trainer_.step(); }
    std::span<const train::StepRecord> records() const { return trainer_.records(); }
    /// The test's texts up to their first answer, as the tokenizer reads them.
    std::vector<std::string> examples() const;

    /// Trains up to a step, but not longer than this, and measures every Recipe::measuredEvery steps. At least one step
    /// is made. Errors: those of Trainer::advance, except after the last step.
    Result<void> advance(int to, double milliseconds);

    /// What was measured so far, by step.
    const std::map<int, Measured>& measured() const { return measured_; }
    /// Also measures the methods, and at a step between those. Errors: those of weightsAt.
    Result<Measured> measuredAt(int step);
    /// On the first `sequences` of the test that count. Errors: those of weightsAt.
    Result<train::Accuracy> tested(int step, std::span<const train::Cut> cuts, int sequences);

    /// Trains up to the step if it was not made yet. Errors: badArgument for a step after the recipe's last; those of
    /// advance.
    Result<train::Weights> weightsAt(int step, const Progress& progress = {});
    Result<std::shared_ptr<const Session>> at(int step, const Progress& progress) override;

private:
    explicit Training(train::Trainer trainer);
    Measured measure(const train::Weights& weights);

    train::Trainer trainer_;
    train::Network network_;
    std::vector<train::Sequence> observed_;  ///< for scores of heads and methods
    std::vector<train::Sequence> fresh_;     ///< for tested()
    std::map<int, Measured> measured_;
    std::pair<int, train::Weights> latest_{-1, {}};  ///< the last result of weightsAt
    /// The latest sessions, the newest last.
    std::vector<std::pair<int, std::shared_ptr<const Session>>> open_;
};

}  // namespace hw::model
