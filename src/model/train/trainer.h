// SPDX-License-Identifier: MIT
// Trains a small transformer step by step. Any step that was made can be seen again, with the same bits.
//
//     auto recipe = recipeFrom("copy");
//     auto trainer = Trainer::create(*recipe, 1);
//     while (!trainer->isFinished()) trainer->advance();
//     const auto weights = trainer->at(200);                     // before step 200, which is after 200 updates
//     const Accuracy right = trainer->accuracy(*weights);
//     const auto model = Session::open(modelParts(*recipe, *weights));   // model/train/files.h
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/problem.h"
#include "model/train/adam.h"
#include "model/train/network.h"
#include "model/train/recipe.h"

namespace hw::train {

struct StepRecord {
    int step = 0;     ///< from 0
    double loss = 0;  ///< before the step's update, over its batch
    double norm = 0;  ///< of the gradient before clipping
    double rate = 0;  ///< of learning
};

class Trainer {
public:
    /// Stores the first weights. Errors: tooLarge if the snapshots of all steps need more than 512 MB.
    static Result<Trainer> create(Recipe recipe, std::uint64_t seed);

    const Recipe& recipe() const { return recipe_; }
    std::uint64_t seed() const { return seed_; }
    /// The number of updates that were made.
    int step() const { return static_cast<int>(records_.size()); }
    bool isFinished() const { return step() >= recipe_.optimiser.steps; }
    std::span<const StepRecord> records() const { return records_; }

    /// Makes one step, and returns its record. Errors: badNumber if the loss or gradient is not finite, which ends the
    /// training; badArgument after the last step.
    Result<StepRecord> advance();

    /// The weights after `step` updates, 0 for the first. Every 5th is stored. Others are computed again from the last
    /// multiple of 25, in at most 24 steps. Errors: badArgument if the step was not made yet.
    Result<Weights> at(int step);

    /// The present weights, those of at(step()).
    const Weights& weights() const { return now_.weights; }

    /// On the first `sequences` (0 for the task's own number) of a test. Cost: a third of a step for each batch.
    Accuracy accuracy(const Weights& weights, std::span<const Cut> cuts = {},
                      Purpose purpose = Purpose::test, int sequences = 0);
    /// Attention and logits of a text of ids. Errors: badArgument for an id or a length outside the network.
    Result<Seen> see(const Weights& weights, std::span<const int> ids,
                     std::span<const Cut> cuts = {});
    /// The ids of words between spaces. Errors: badArgument for an unknown word, or too many.
    Result<std::vector<int>> idsOf(std::string_view text) const;

    /// Bytes of all snapshots so far.
    std::size_t storedBytes() const;

private:
    Trainer(Recipe recipe, std::uint64_t seed);
    StepRecord update(State& state);
    void store();
    const std::vector<Sequence>& testSequences(Purpose purpose, int count);

    Recipe recipe_;
    std::uint64_t seed_ = 0;
    Network network_;
    std::vector<float> gradient_;
    State now_;
    bool hasFailed_ = false;
    std::vector<StepRecord> records_;
    std::vector<Weights> every5_;
    std::vector<State> every25_;
    std::vector<Sequence> tests_[3];
};

}  // namespace hw::train
