// SPDX-License-Identifier: MIT
// Many runs that compute one number each, and checks for finite numbers.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/localized_text.h"
#include "core/number_text.h"
#include "model/run/run.h"

namespace hw::model {
namespace {

/// Tokens in one pass: enough to make unpacking the weights worthwhile, few enough for memory.
constexpr int tokensAtOnce = 512;

/// The targets' values in each text of a trace. `targets` has one for all, or one per text, each of a single token.
/// `see` is called for each text.
std::vector<double> numbersAt(const Network& network, const Trace& trace,
                              std::span<const Target> targets, const SeeOutputs& see) {
    const Batch& batch = trace.batch;
    const auto of = [&](int text) -> const Target& {
        return targets.size() == 1 ? targets[0] : targets[text];
    };
    std::vector<int> positions;
    for (int text = 0; text < batch.count(); ++text) {
        const int position = of(text).position;
        positions.push_back(position < 0 ? batch.length(text) - 1 : position);
    }
    // The outputs of all texts if they are the same; else all outputs.
    std::vector<int> outputs = outputsOf(of(0));
    for (int text = 1; text < batch.count(); ++text)
        if (outputsOf(of(text)) != outputs) outputs.clear();
    if (see) outputs.clear();
    Workspace workspace;
    const ReadOut out =
        readOut(network, batch, trace.last(), positions, outputs, workspace, trace.edits);
    std::vector<double> values;
    for (int text = 0; text < batch.count(); ++text) {
        const std::vector<int> own = outputsOf(of(text));
        if (see) see(text, out.row(text));
        if (own == outputs) {
            values.push_back(valueOf(of(text), out.row(text)));
            continue;
        }
        std::vector<float> some;
        for (const int index : own) some.push_back(out.row(text)[index]);
        values.push_back(valueOf(of(text), some));
    }
    return values;
}

/// The same for words of several tokens, as sums. `see` gets the first token's outputs.
std::vector<double> numbers(const Network& network, const Trace& trace,
                            std::span<const Target> targets, const SeeOutputs& see = {}) {
    std::vector<std::vector<Target>> parts;
    for (const Target& one : targets) parts.push_back(partsOf(one));
    std::vector<double> sums;
    for (std::size_t part = 0; part < parts.front().size(); ++part) {
        std::vector<Target> now;
        for (const std::vector<Target>& one : parts) now.push_back(one[part]);
        const std::vector<double> own =
            numbersAt(network, trace, now, part == 0 ? see : SeeOutputs());
        sums.resize(own.size());
        for (std::size_t text = 0; text < own.size(); ++text) sums[text] += own[text];
    }
    return sums;
}

/// How many of the items from `first` on fit into one pass.
template <class Length>
std::size_t fitting(std::size_t first, std::size_t count, const Length& length) {
    std::size_t end = first;
    for (int tokens = 0; end < count; ++end) {
        tokens += length(end);
        if (tokens > tokensAtOnce && end > first) break;
    }
    return end;
}

}  // namespace

std::vector<double> valuesOf(const Network& network, const Trace& trace, const Target& target,
                             const SeeOutputs& see) {
    return numbers(network, trace, {&target, 1}, see);
}

ValueRuns::ValueRuns(const Network& network, ValueRunInputs inputs)
    : network_(&network), inputs_(std::move(inputs)), values_(inputs_.edits.size()) {
    if (inputs_.edits.empty()) values_.resize(inputs_.texts.size());
    order_.resize(values_.size());
    std::iota(order_.begin(), order_.end(), 0);
    // Runs that change the same layer first go together.
    if (inputs_.base != nullptr)
        std::ranges::stable_sort(order_, {}, [this](int run) { return firstLayer(run); });
}

int ValueRuns::firstLayer(int run) const {
    return inputs_.edits[run].firstLayer(network_->spec.layerCount());
}

const TextInput& ValueRuns::text(int run) const {
    return inputs_.base != nullptr ? inputs_.base->texts[0] : inputs_.texts[run];
}

std::size_t ValueRuns::together() const {
    const std::size_t end =
        fitting(first_, order_.size(), [this](std::size_t i) { return text(order_[i]).length(); });
    if (inputs_.base == nullptr) return end;
    // A later start is worth its own pass.
    const int layer = firstLayer(order_[first_]);
    std::size_t same = first_;
    while (same < end && firstLayer(order_[same]) == layer) ++same;
    const std::size_t tokens =
        (same - first_) * static_cast<std::size_t>(text(order_[first_]).length());
    return tokens > 64 ? same : end;
}

Result<void> ValueRuns::begin() {
    end_ = together();
    std::vector<TextInput> texts;
    std::vector<Edits> edits;
    for (std::size_t i = first_; i < end_; ++i) {
        texts.push_back(text(order_[i]));
        if (!inputs_.edits.empty()) edits.push_back(inputs_.edits[order_[i]]);
    }
    auto running = Running::of(
        *network_, std::move(texts),
        {.edits = edits, .keepsStreams = false, .keepsWeights = false, .base = inputs_.base});
    if (!running) return std::unexpected(std::move(running.error()));
    running_.emplace(std::move(*running));
    return {};
}

Result<void> ValueRuns::end() {
    const auto trace = running_->take();
    running_.reset();
    if (!trace) return std::unexpected(trace.error());
    const auto seen = [this](int run, std::span<const float> outputs) {
        inputs_.see(order_[first_ + run], outputs);
    };
    std::vector<Target> targets;
    for (std::size_t i = first_; i < end_ && inputs_.targets.size() > 1; ++i)
        targets.push_back(inputs_.targets[order_[i]]);
    const std::vector<double> made =
        numbers(*network_, *trace, targets.empty() ? inputs_.targets : targets,
                inputs_.see ? SeeOutputs(seen) : SeeOutputs());
    for (std::size_t i = first_; i < end_; ++i) values_[order_[i]] = made[i - first_];
    first_ = end_;
    return {};
}

Result<bool> ValueRuns::step() {
    if (first_ == order_.size()) return false;
    if (!running_)
        if (auto good = begin(); !good) return std::unexpected(std::move(good.error()));
    if (running_->left() > 0) running_->step();
    if (running_->left() > 0) return true;
    if (auto good = end(); !good) return std::unexpected(std::move(good.error()));
    return first_ < order_.size();
}

double ValueRuns::done() const {
    if (order_.empty()) return 1;
    const double layers = network_->spec.layerCount();
    const double now =
        running_ ? static_cast<double>(end_ - first_) * (1 - running_->left() / layers) : 0;
    return (static_cast<double>(first_) + now) / static_cast<double>(order_.size());
}

Result<std::vector<double>> ValueRuns::toTheEnd(const Progress& progress, const Stop& stop) {
    for (bool isMore = true; isMore;) {
        if (stop && stop()) return std::unexpected(cancelled());
        const std::size_t before = first_;
        const auto made = step();
        if (!made) return std::unexpected(made.error());
        isMore = *made;
        if (progress && first_ != before) progress(done());
    }
    return values_;
}

Result<std::vector<double>> editedValues(const Network& network, const Trace& base,
                                         const std::vector<Edits>& edits, const Target& target,
                                         const Progress& progress, const Stop& stop) {
    return ValueRuns(network, {.edits = edits, .targets = {target}, .base = &base})
        .toTheEnd(progress, stop);
}

Result<std::vector<double>> textValues(const Network& network, const std::vector<TextInput>& texts,
                                       const std::vector<Edits>& edits,
                                       const std::vector<Target>& targets, const Progress& progress,
                                       const Stop& stop) {
    return ValueRuns(network, {.texts = texts, .edits = edits, .targets = targets})
        .toTheEnd(progress, stop);
}

namespace {

std::unexpected<Problem> overflow(std::string place) {
    return std::unexpected(Problem{
        .code = Code::badNumber,
        .place = std::move(place),
        .finding = "Attention or output is not finite (overflow)."_tr,
        .remedy = "The weights are damaged or too large for float32. Download the model again."_tr,
        .byte = {}});
}

}  // namespace

Result<void> checkFinite(std::span<const float> numbers) {
    if (std::ranges::all_of(numbers, [](float number) { return std::isfinite(number); })) return {};
    return overflow("model");
}

Result<Trace> finite(Trace trace) {
    if (auto good = checkFinite(trace.streams.back()); !good)
        return std::unexpected(std::move(good.error()));
    if (!trace.edits.empty()) return trace;
    for (std::size_t layer = 0; layer < trace.weights.size(); ++layer) {
        const std::vector<float>& weights = trace.weights[layer];
        if (weights.empty()) continue;
        const std::size_t heads = weights.size() / trace.batch.matrices(1);
        const float* row = weights.data();
        for (int text = 0; text < trace.batch.count(); ++text) {
            const int n = trace.batch.length(text);
            for (std::size_t i = 0; i < heads * n; ++i, row += n) {
                const float sum = std::accumulate(row, row + n, 0.0F);
                if (!(sum > 0.0F) || !std::isfinite(sum))
                    return overflow("layer " + numberText(layer + 1));
            }
        }
    }
    return trace;
}

}  // namespace hw::model
