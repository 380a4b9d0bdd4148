// SPDX-License-Identifier: MIT
// Many pairs: mean scores, and how faithful circuits are. m over a list is the mean over its pairs, and shares are
// ratios of means, as in MIB. A pair with a small difference therefore decides nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/choice_names.h"
#include "model/circuit/list/selection.h"
#include "model/circuit/pair_runs.h"
#include "model/experiment/draw.h"

namespace hw::circuit {

/// What patched edges read.
enum class Replacement : std::uint8_t {
    resample,        ///< the other text of the pair
    meanByPosition,  ///< the mean over the list's texts at the same position; they need equal lengths
    mean,            ///< the mean over texts and positions
    zero,
};

/// m of each pair for each of some circuits, [pairs][circuits], with that of the empty and the full one.
struct CircuitValues {
    int pairs = 0;
    int circuits = 0;
    std::vector<double> values;
    std::vector<double> empty;
    std::vector<double> full;
    double logitSize = 0;  ///< mean |z| of the clean runs

    /// (mean m(circuit) - mean m(empty)) / (mean m(full) - mean m(empty))
    double faithfulness(int circuit) const;
    /// The same over pairs that were drawn with replacement.
    double faithfulness(int circuit, std::span<const int> drawn) const;
    /// Its mean and percentiles over 1,000 draws of the pairs; the generator of model/train/draws.h.
    model::Spread interval(int circuit, std::uint64_t seed) const;
    double meanEmpty() const;
    double meanFull() const;
    /// False if full and empty differ by less than a thousandth of the logits' size. Then no share may be shown.
    bool hasShares() const;
};

struct TestOptions {
    Selection selection;
    Replacement replacement = Replacement::resample;
    int randomSets = 0;  ///< random circuits of each size
    std::uint64_t seed = 0;
    bool hasComplement = false;
};

/// Circuits of the tested sizes.
struct CircuitTest {
    std::vector<int> sizes;
    std::vector<std::vector<int>>
        circuits;  ///< edges as chosen, or pruned unless edges are resampled
    std::vector<int> keptAfterPruning;
    double empty = 0;  ///< mean m
    double full = 0;
    bool hasShares = true;
    std::vector<double> faithfulness;
    std::vector<model::Spread> intervals;  ///< over the pairs
    Areas areas;
    std::vector<double> complement;           ///< of all edges but the circuit's; or empty
    std::vector<std::vector<double>> random;  ///< [sizes][random sets]; or empty
};

/// Faithfulness without each edge of a circuit.
struct Minimality {
    std::vector<int> edges;
    double faithfulness = 0;
    std::vector<double> loss;  ///< F(circuit) - F(circuit without the edge)
};

class PairList {
public:
    /// `parts` has to outlive it. Errors: badArgument without pairs.
    static Result<PairList> of(const Components& parts, std::vector<Pair> pairs);

    const Components& parts() const { return *parts_; }
    const std::vector<Pair>& pairs() const { return pairs_; }
    /// Every second pair, from the first or the second on: one half to choose a circuit, the other to test it.
    PairList half(bool isSecond) const;

    /// Calls `take` with each pair's runs. Errors: those of PairRuns::of, with the pair's number, and of `take`.
    Result<void> each(const std::function<Result<void>(int, const PairRuns&)>& take,
                      const model::Stop& stop = {}) const;
    /// The mean over pairs.
    Result<std::vector<double>> scores(const ScoreOptions& options, const Watch& watch = {}) const;
    /// The mean of the nodes' outputs over the list's texts, each different text once. Errors: badArgument for texts of
    /// different length.
    Result<NodeValues> means(bool overPositions, const model::Stop& stop = {}) const;
    /// m of circuits given as masks. Cost: a run for each pair and circuit.
    Result<CircuitValues> values(const std::vector<std::vector<bool>>& circuits,
                                 Replacement replacement, const Watch& watch = {}) const;
    /// Errors: as values(). Cost: ten runs for each pair; with complement and random circuits more.
    Result<CircuitTest> test(std::span<const double> scores, const TestOptions& options,
                             const Watch& watch = {}) const;
    /// Errors: badArgument for more than 1,000 edges.
    Result<Minimality> minimality(std::span<const int> edges, const Watch& watch = {}) const;

private:
    const Components* parts_ = nullptr;
    std::vector<Pair> pairs_;
};

}  // namespace hw::circuit

namespace hw {
template <>
struct Names<circuit::Replacement> {
    static constexpr ChoiceName list[] = {{"resample"}, {"mean-by-position"}, {"mean"}, {"zero"}};
};
}  // namespace hw
