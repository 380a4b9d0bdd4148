// SPDX-License-Identifier: MIT
// Effects on an output value if a token is hidden, masked, deleted or replaced, or if its value is removed from one
// layer.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/problem.h"
#include "model/run/run.h"

namespace hw::model {

/// A test of a token.
struct Blank {
    enum class Kind : std::uint8_t {
        /// No other token reads it in any layer, nor does the head that pools (Edits::hidden).
        hide,
        word,           ///< another token replaces it
        zeroEmbedding,  ///< its word's row is 0
        deletion,       ///< it is removed, and later tokens move up
    };
    Kind kind = Kind::hide;
    int id = 0;  ///< for `word`: the replacement token
};

/// Options for the runs of a test.
struct BlankRuns {
    Progress progress;
    Stop stop;
    const Trace* base = nullptr;  ///< the text's run with its streams, from which hiding starts
    SeeOutputs see;               ///< for each group's run
};

/// The runs of blankOut(), without those that have no meaning, for callers that make them one layer at a time.
class BlankedRuns {
public:
    /// The network and `base` have to outlive it. Errors: as blankOut().
    static Result<BlankedRuns> of(const Network& network, const TextInput& text,
                                  const std::vector<std::vector<int>>& groups, const Blank& blank,
                                  const Target& target, const Trace* base, SeeOutputs see);
    /// As in ValueRuns.
    Result<bool> step() { return runs_.step(); }
    double done() const { return runs_.done(); }
    Result<std::vector<double>> toTheEnd(const BlankRuns& how);
    /// For each group, once all runs are made.
    std::vector<double> values() const;

private:
    BlankedRuns(std::size_t groups, std::vector<int> places, ValueRuns runs)
        : groups_(groups), places_(std::move(places)), runs_(std::move(runs)) {}
    std::size_t groups_;
    std::vector<int> places_;  ///< the group of each run
    ValueRuns runs_;
};

/// The target's value with each group of tokens tested (a group is a token, a word, a span). NaN if it has no meaning,
/// because the position of the answer is hidden or deleted, or nothing remains. The target's position moves with its
/// token; -1 is the last remaining one. Errors: as forward. Cost: a forward pass for each group, several at once.
Result<std::vector<double>> blankOut(const Network& network, const TextInput& text,
                                     const std::vector<std::vector<int>>& groups,
                                     const Blank& blank, const Target& target,
                                     const BlankRuns& how = {});

/// The same for an encoder's text, with the decoder that reads it. A hidden token is hidden from the decoder, too. The
/// decoder's text does not change, and the target's position refers to it. NaN if nothing of the text remains. Errors:
/// as forward. Cost: a pass of both for each group, several at once.
Result<std::vector<double>> blankOutSource(const Network& encoder, const Network& decoder,
                                           const TextInput& text, const TextInput& read,
                                           const std::vector<std::vector<int>>& groups,
                                           const Blank& blank, const Target& target,
                                           const BlankRuns& how = {});

/// One group for each token.
std::vector<std::vector<int>> singleTokens(int tokens);

/// Value zeroing (Mohebbi et al. 2023): 1 - cosine of the output of layer l at i with and without the value of j in all
/// its heads, [L][n][n], not normalised, for a trace of one text, with its streams. Errors: cancelled. Cost: n runs of
/// each layer.
Result<std::vector<float>> valueZeroing(const Network& network, const Trace& trace,
                                        const Progress& progress = {}, const Stop& stop = {});

}  // namespace hw::model
