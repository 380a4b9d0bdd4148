// SPDX-License-Identifier: MIT
#include "model/circuit/list/pair_list.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/localized_text.h"
#include "core/number_text.h"
#include "model/train/draws.h"

namespace hw::circuit {
namespace {

double meanOf(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) /
           static_cast<double>(std::max<std::size_t>(values.size(), 1));
}

Problem badList(LocalizedText finding) {
    return {
        .code = Code::badArgument, .place = "pairs", .finding = finding, .remedy = {}, .byte = {}};
}

}  // namespace

double CircuitValues::meanEmpty() const { return meanOf(empty); }
double CircuitValues::meanFull() const { return meanOf(full); }

double CircuitValues::faithfulness(int circuit) const {
    std::vector<int> all(pairs);
    std::iota(all.begin(), all.end(), 0);
    return faithfulness(circuit, all);
}

double CircuitValues::faithfulness(int circuit, std::span<const int> drawn) const {
    double part = 0;
    double whole = 0;
    for (const int pair : drawn) {
        part += values[std::size_t{1} * pair * circuits + circuit] - empty[pair];
        whole += full[pair] - empty[pair];
    }
    return part / whole;
}

model::Spread CircuitValues::interval(int circuit, std::uint64_t seed) const {
    constexpr int draws = 1000;
    std::vector<double> made;
    std::vector<int> drawn(pairs);
    for (int i = 0; i < draws; ++i) {
        const std::uint64_t key = train::draw(seed, i);
        for (int pair = 0; pair < pairs; ++pair)
            drawn[pair] = train::below(train::draw(key, pair), pairs);
        made.push_back(faithfulness(circuit, drawn));
    }
    return model::spreadOf(std::move(made));
}

bool CircuitValues::hasShares() const {
    return std::abs(meanFull() - meanEmpty()) >= 1e-3 * logitSize;
}

Result<PairList> PairList::of(const Components& parts, std::vector<Pair> pairs) {
    if (pairs.empty()) return std::unexpected(badList("The list has no pairs."_tr));
    PairList made;
    made.parts_ = &parts;
    made.pairs_ = std::move(pairs);
    return made;
}

PairList PairList::half(bool isSecond) const {
    PairList made;
    made.parts_ = parts_;
    for (std::size_t i = isSecond ? 1 : 0; i < pairs_.size(); i += 2)
        made.pairs_.push_back(pairs_[i]);
    return made;
}

Result<void> PairList::each(const std::function<Result<void>(int, const PairRuns&)>& take,
                            const model::Stop& stop) const {
    for (int i = 0; std::cmp_less(i, pairs_.size()); ++i) {
        const auto runs = PairRuns::of(*parts_, pairs_[i], stop);
        auto good = runs ? take(i, *runs) : std::unexpected(runs.error());
        if (!good) {
            Problem problem = std::move(good.error());
            if (problem.code != Code::cancelled && pairs_.size() > 1)
                problem.place = "pairs[" + numberText(i) + "]";
            return std::unexpected(std::move(problem));
        }
    }
    return {};
}

namespace {

/// The progress of one pair as that of the list.
Watch partOf(const Watch& watch, int index, std::size_t count) {
    if (!watch.progress) return watch;
    const auto share = 1 / static_cast<double>(count);
    return {[&watch, index, share](double done) { watch.progress((index + done) * share); },
            watch.stop};
}

}  // namespace

Result<std::vector<double>> PairList::scores(const ScoreOptions& options,
                                             const Watch& watch) const {
    std::vector<double> sum(parts_->graph().edges(), 0.0);
    const auto good = each(
        [&](int index, const PairRuns& runs) -> Result<void> {
            const auto made = runs.scores(options, partOf(watch, index, pairs_.size()));
            if (!made) return std::unexpected(made.error());
            for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += (*made)[i];
            return {};
        },
        watch.stop);
    if (!good) return std::unexpected(good.error());
    for (double& score : sum) score /= static_cast<double>(pairs_.size());
    return sum;
}

Result<NodeValues> PairList::means(bool overPositions, const model::Stop& stop) const {
    std::vector<const std::vector<int>*> seen;
    std::vector<double> sum;
    const int tokens = pairs_.front().clean.length();
    for (const Pair& pair : pairs_)
        if (pair.clean.length() != tokens)
            return std::unexpected(badList("A mean by position needs texts of equal length."_tr));
    const auto good = each(
        [&](int index, const PairRuns& runs) -> Result<void> {
            for (const bool ofClean : {true, false}) {
                const auto& ids = (ofClean ? pairs_[index].clean : pairs_[index].corrupt).ids;
                if (std::ranges::any_of(seen, [&](const auto* other) { return *other == ids; }))
                    continue;
                seen.push_back(&ids);
                const auto& outputs = (ofClean ? runs.clean() : runs.corrupt()).outputs;
                sum.resize(outputs.size(), 0.0);
                for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += outputs[i];
            }
            return {};
        },
        stop);
    if (!good) return std::unexpected(good.error());
    const std::size_t width = parts_->width();
    const std::size_t own = tokens * width;
    for (double& value : sum) value /= static_cast<double>(seen.size());
    for (std::size_t node = 0; overPositions && node < sum.size() / own; ++node)
        for (std::size_t i = 0; i < width; ++i) {
            double total = 0;
            for (int token = 0; token < tokens; ++token)
                total += sum[node * own + token * width + i];
            for (int token = 0; token < tokens; ++token)
                sum[node * own + token * width + i] = total / tokens;
        }
    return parts_->valuesOf({sum.begin(), sum.end()}, tokens);
}

Result<CircuitValues> PairList::values(const std::vector<std::vector<bool>>& circuits,
                                       Replacement replacement, const Watch& watch) const {
    std::optional<NodeValues> other;
    if (replacement == Replacement::mean || replacement == Replacement::meanByPosition) {
        auto means = this->means(replacement == Replacement::mean, watch.stop);
        if (!means) return std::unexpected(std::move(means.error()));
        other = std::move(*means);
    }
    CircuitValues made{.pairs = static_cast<int>(pairs_.size()),
                       .circuits = static_cast<int>(circuits.size())};
    const auto good = each(
        [&](int index, const PairRuns& runs) -> Result<void> {
            if (replacement == Replacement::zero)
                other = parts_->valuesOf(std::vector<float>(runs.clean().outputs.size(), 0.0F),
                                         runs.tokens());
            const NodeValues* from = other ? &*other : nullptr;
            const auto values = runs.masked(circuits, from, partOf(watch, index, pairs_.size()));
            if (!values) return std::unexpected(values.error());
            made.values.insert(made.values.end(), values->begin(), values->end());
            made.full.push_back(runs.cleanValue());
            made.logitSize += runs.logitSize() / static_cast<double>(pairs_.size());
            if (from == nullptr) {
                made.empty.push_back(runs.corruptValue());
                return {};
            }
            const auto empty = runs.masked({std::vector<bool>(parts_->graph().edges(), false)},
                                           from, {{}, watch.stop});
            if (!empty) return std::unexpected(empty.error());
            made.empty.push_back(empty->front());
            return {};
        },
        watch.stop);
    if (!good) return std::unexpected(good.error());
    return made;
}

}  // namespace hw::circuit
