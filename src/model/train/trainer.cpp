// SPDX-License-Identifier: MIT
#include "model/train/trainer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/localized_text.h"
#include "io/tree/number_format.h"

namespace hw::train {
namespace {

constexpr int storedEvery = 5;
constexpr int statesEvery = 25;
constexpr std::size_t mostStored = std::size_t{512} << 20U;

std::vector<Sequence> sequencesOf(const Task& task, std::uint64_t seed, Purpose purpose,
                                  std::uint64_t first, int count) {
    std::vector<Sequence> list;
    for (int i = 0; i < count; ++i)
        list.push_back(task.sequence(seed, purpose, first + static_cast<std::uint64_t>(i)));
    return list;
}

}  // namespace

Trainer::Trainer(Recipe recipe, std::uint64_t seed)
    : recipe_(std::move(recipe)), seed_(seed), network_(recipe_.shape) {
    now_.weights = startOf(recipe_.shape, seed, recipe_.deviation);
    now_.first.resize(now_.weights.size());
    now_.second.resize(now_.weights.size());
    gradient_.resize(now_.weights.size());
}

Result<Trainer> Trainer::create(Recipe recipe, std::uint64_t seed) {
    const auto steps = static_cast<std::size_t>(recipe.optimiser.steps);
    Trainer trainer(std::move(recipe), seed);
    const std::size_t each = trainer.network_.parameters() * sizeof(float);
    if ((steps / storedEvery + 1 + 3 * (steps / statesEvery + 1)) * each > mostStored) {
        return std::unexpected(Problem{Code::tooLarge, "steps",
                                       "The weights of all steps need more than 512 MB."_tr,
                                       "Use fewer steps or a smaller model."_tr, std::nullopt});
    }
    trainer.store();
    return trainer;
}

void Trainer::store() {
    if (now_.step % storedEvery == 0) every5_.push_back(now_.weights);
    if (now_.step % statesEvery == 0) every25_.push_back(now_);
}

StepRecord Trainer::update(State& state) {
    const Optimiser& optimiser = recipe_.optimiser;
    const auto first =
        static_cast<std::uint64_t>(state.step) * static_cast<std::uint64_t>(optimiser.batch);
    const double loss = network_.gradient(
        state.weights, sequencesOf(recipe_.task, seed_, Purpose::training, first, optimiser.batch),
        gradient_);
    const double norm = normOf(gradient_);
    const StepRecord record{state.step, loss, norm, optimiser.rateAt(state.step)};
    if (std::isfinite(loss) && std::isfinite(norm))
        descend(state, gradient_, norm, network_.tensors(), optimiser);
    return record;
}

Result<StepRecord> Trainer::advance() {
    if (isFinished() || hasFailed_) {
        return std::unexpected(
            Problem{Code::badArgument, "step",
                    formatText("The training ended after {} steps."_tr, {step()}),
                    "Start another one."_tr, std::nullopt});
    }
    const StepRecord record = update(now_);
    if (now_.step == record.step) {
        hasFailed_ = true;
        return std::unexpected(
            Problem{Code::badNumber, io::at("steps", static_cast<std::uint64_t>(record.step)),
                    "The loss is no longer a finite number."_tr,
                    "Use a lower learning rate, or a longer warm-up."_tr, std::nullopt});
    }
    records_.push_back(record);
    store();
    return record;
}

Result<Weights> Trainer::at(int wanted) {
    if (wanted < 0 || wanted > step()) {
        return std::unexpected(Problem{
            Code::badArgument, "step", formatText("Step {} has not been made."_tr, {wanted}),
            formatText("Use a step from 0 to {}."_tr, {step()}), std::nullopt});
    }
    if (wanted == step()) return now_.weights;
    if (wanted % storedEvery == 0) return every5_[wanted / storedEvery];
    State state = every25_[wanted / statesEvery];
    while (state.step < wanted) update(state);
    return std::move(state.weights);
}

const std::vector<Sequence>& Trainer::testSequences(Purpose purpose, int count) {
    std::vector<Sequence>& list = tests_[static_cast<int>(purpose)];
    while (std::cmp_less(list.size(), count))
        list.push_back(recipe_.task.sequence(seed_, purpose, list.size()));
    return list;
}

Accuracy Trainer::accuracy(const Weights& weights, std::span<const Cut> cuts, Purpose purpose,
                           int sequences) {
    const int count = sequences > 0 ? sequences : recipe_.task.testSequences;
    const std::vector<Sequence>& list = testSequences(purpose, count);
    return network_.accuracy(weights, std::span(list).first(count), cuts);
}

Result<Seen> Trainer::see(const Weights& weights, std::span<const int> ids,
                          std::span<const Cut> cuts) {
    const auto isKnown = [&](int id) { return id >= 0 && id < recipe_.shape.vocabulary; };
    if (ids.empty() || std::cmp_greater(ids.size(), recipe_.shape.length) ||
        !std::ranges::all_of(ids, isKnown)) {
        return std::unexpected(
            Problem{Code::badArgument, "ids",
                    formatText("The network cannot read these {} tokens."_tr, {ids.size()}),
                    formatText("Use 1 to {} tokens, each below {}."_tr,
                               {recipe_.shape.length, recipe_.shape.vocabulary}),
                    std::nullopt});
    }
    return network_.see(weights, ids, cuts);
}

Result<std::vector<int>> Trainer::idsOf(std::string_view text) const {
    const std::vector<std::string>& words = recipe_.task.words;
    std::vector<int> ids;
    while (true) {
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
        if (text.empty()) break;
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(word.size());
        const auto found = std::ranges::find(words, word);
        if (found == words.end() || std::cmp_equal(ids.size(), recipe_.shape.length)) {
            return std::unexpected(
                Problem{Code::badArgument, "text",
                        found == words.end()
                            ? formatText("The network has no word {}."_tr, {word})
                            : formatText("The text has more than {} words."_tr, {ids.size()}),
                        "Use the words of the task, with spaces between them."_tr, std::nullopt});
        }
        ids.push_back(static_cast<int>(found - words.begin()));
    }
    return ids;
}

std::size_t Trainer::storedBytes() const {
    return (every5_.size() + 3 * every25_.size()) * now_.weights.size() * sizeof(float);
}

}  // namespace hw::train
