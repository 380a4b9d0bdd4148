// SPDX-License-Identifier: MIT
#include "model/training/training.h"

#include <algorithm>
#include <chrono>
#include <limits>

#include "core/localized_text.h"
#include "core/refusal.h"
#include "model/train/files.h"

namespace hw::model {
namespace {

constexpr int observedSequences = 32;
constexpr int mostExamples = 6;
constexpr std::size_t mostOpen = 24;
/// A text of fewer tokens shows little.
constexpr int leastShown = 5;

/// Tokens up to the first answer, or a later one that the text needs to be long enough.
int shownLength(const train::Sequence& sequence) {
    int length = 0;
    for (int i = 0; i < sequence.tokens && length < leastShown; ++i)
        if (sequence.targets[i] >= 0) length = i + 1;
    return length;
}

}  // namespace

Training::Training(train::Trainer trainer)
    : trainer_(std::move(trainer)),
      network_(recipe().shape),
      observed_(train::countedTests(recipe().task, seed(), observedSequences)) {}

Result<std::unique_ptr<Training>> Training::begin(const std::string& recipe, std::uint64_t seed,
                                                  int version) {
    auto read = train::recipeFrom(recipe);
    if (!read) return std::unexpected(std::move(read.error()));
    if (version != 0 && version != read->version)
        return refusal(
            Code::badArgument, read->name,
            formatText("The link has version {} of this task, and this page has version {}. "
                       "Its network would differ."_tr,
                       {version, read->version}),
            "Train it again here."_tr);
    auto trainer = train::Trainer::create(std::move(*read), seed);
    if (!trainer) return std::unexpected(std::move(trainer.error()));
    std::unique_ptr<Training> made(new Training(std::move(*trainer)));
    made->measured_[0] = made->measure(made->trainer_.weights());
    return made;
}

std::vector<std::string> Training::examples() const {
    std::vector<std::string> texts;
    for (const train::Sequence& sequence : observed_) {
        if (texts.size() == mostExamples) break;
        const int last = shownLength(sequence);
        std::string text;
        for (int i = 0; i < last; ++i)
            text += (i == 0 ? "" : " ") + recipe().task.words[sequence.ids[i]];
        texts.push_back(std::move(text));
    }
    return texts;
}

Result<void> Training::advance(int to, double milliseconds) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double, std::milli>(milliseconds);
    while (step() < to && !trainer_.isFinished()) {
        if (auto made = trainer_.advance(); !made) return std::unexpected(std::move(made.error()));
        if (step() % recipe().measuredEvery == 0 || trainer_.isFinished())
            measured_[step()] = measure(trainer_.weights());
        if (Clock::now() >= end) break;
    }
    return {};
}

Measured Training::measure(const train::Weights& weights) {
    const train::Shape& shape = recipe().shape;
    Measured made{
        .accuracy = trainer_.accuracy(weights),
        .hard = {},
        .heads = train::headScores(network_, shape.layers, shape.heads, weights, observed_),
        .naming = {},
        .hash = {}};
    if (recipe().task.hasHardTest) made.hard = trainer_.accuracy(weights, {}, train::Purpose::hard);
    return made;
}

Result<Measured> Training::measuredAt(int step) {
    const auto known = measured_.find(step);
    if (known != measured_.end() && !known->second.hash.empty()) return known->second;
    const auto weights = weightsAt(step);
    if (!weights) return std::unexpected(weights.error());
    Measured made = known != measured_.end() ? known->second : measure(*weights);
    const train::Shape& shape = recipe().shape;
    auto naming = train::namingCounts(network_, shape.layers, shape.heads, *weights, observed_);
    if (!naming) return std::unexpected(std::move(naming.error()));
    made.naming = std::move(*naming);
    made.hash = train::hashOf(*weights);
    if (known != measured_.end()) known->second = made;
    return made;
}

Result<train::Accuracy> Training::tested(int step, std::span<const train::Cut> cuts,
                                         int sequences) {
    const auto weights = weightsAt(step);
    if (!weights) return std::unexpected(weights.error());
    if (std::cmp_less(fresh_.size(), sequences))
        fresh_ = train::countedTests(recipe().task, seed(), sequences);
    const auto count = std::min(fresh_.size(), static_cast<std::size_t>(sequences));
    return network_.accuracy(*weights, std::span(fresh_).first(count), cuts);
}

Result<train::Weights> Training::weightsAt(int step, const Progress& progress) {
    const int last = recipe().optimiser.steps;
    if (step < 0 || step > last)
        return refusal(Code::badArgument, formatText("step {}"_tr, {step}),
                       formatText("This training has {} steps."_tr, {last}),
                       "Choose an earlier step."_tr);
    if (latest_.first == step) return latest_.second;
    while (this->step() < step) {
        if (auto good = advance(this->step() + 1, std::numeric_limits<double>::infinity()); !good)
            return std::unexpected(std::move(good.error()));
        if (progress) progress(static_cast<double>(this->step()) / step);
    }
    auto weights = trainer_.at(step);
    if (weights) latest_ = {step, *weights};
    return weights;
}

Result<std::shared_ptr<const Session>> Training::at(int step, const Progress& progress) {
    const auto known =
        std::ranges::find(open_, step, &std::pair<int, std::shared_ptr<const Session>>::first);
    if (known != open_.end()) {
        std::rotate(known, known + 1, open_.end());
        return open_.back().second;
    }
    const auto weights = weightsAt(step, progress);
    if (!weights) return std::unexpected(weights.error());
    auto session = Session::open(train::modelParts(recipe(), *weights));
    if (!session) return std::unexpected(std::move(session.error()));
    if (open_.size() == mostOpen) open_.erase(open_.begin());
    open_.emplace_back(step, std::make_shared<const Session>(std::move(*session)));
    return open_.back().second;
}

}  // namespace hw::model
