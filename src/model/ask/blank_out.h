// SPDX-License-Identifier: MIT
// What happens to a number of the output without a token: hidden, masked, deleted or replaced; or when its value is taken out of one layer.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/problem.h"
#include "model/run/run.h"

namespace hw::model {

/// How a token is tested.
struct Blank {
    enum class Kind : std::uint8_t {
        hide,  ///< no other token reads it in any layer, nor the head that pools (Edits::hidden)
        word,  ///< another token takes its place
        zeroEmbedding,  ///< its word's row is 0
        deletion,       ///< it is gone, and those after it move up
    };
    Kind kind = Kind::hide;
    int id = 0;  ///< of word: the token that takes the place
};

/// How the runs of a test are made, besides what it is.
struct BlankRuns {
    Progress progress;
    Stop stop;
    const Trace* base = nullptr;  ///< the text's run with its streams, which hiding begins from
    SeeOutputs see;               ///< of each group's run
};

/// The runs of blankOut() without those that have no meaning, for who makes them a layer at a time.
class BlankedRuns {
public:
    /// The network and `base` have to outlive it. Errors: as blankOut().
    static Result<BlankedRuns> of(const Network& network, const TextInput& text,
                                  const std::vector<std::vector<int>>& groups, const Blank& blank,
                                  const Target& target, const Trace* base, SeeOutputs see);
    /// As those of ValueRuns.
    Result<bool> step() { return runs_.step(); }
    double done() const { return runs_.done(); }
    Result<std::vector<double>> toTheEnd(const BlankRuns& how);
    /// Of each group, once all runs are made.
    std::vector<double> values() const;

private:
    BlankedRuns(std::size_t groups, std::vector<int> places, ValueRuns runs)
        : groups_(groups), places_(std::move(places)), runs_(std::move(runs)) {}
    std::size_t groups_;
    std::vector<int> places_;  ///< the group of each run
    ValueRuns runs_;
};

/// The target's number with each group of tokens tested (a group is a token, a word, a span). NaN where it has no
/// meaning: the place whose answer is read is hidden or deleted, or nothing is left. The target's place moves with its token; -1 is the
/// last one of what is left. Errors: as forward. Cost: a forward pass for each group, several at once.
Result<std::vector<double>> blankOut(const Network& network, const TextInput& text,
                                     const std::vector<std::vector<int>>& groups,
                                     const Blank& blank, const Target& target,
                                     const BlankRuns& how = {});

/// The same for an encoder's text, with the decoder that reads it; a hidden token is hidden from the decoder, too. The decoder's text stays, and is what the target's place is of;
/// NaN where nothing of the text is left. Errors: as forward. Cost: a pass of both for each group, several at once.
Result<std::vector<double>> blankOutSource(const Network& encoder, const Network& decoder,
                                           const TextInput& text, const TextInput& read,
                                           const std::vector<std::vector<int>>& groups,
                                           const Blank& blank, const Target& target,
                                           const BlankRuns& how = {});

/// Each token by itself.
std::vector<std::vector<int>> singleTokens(int tokens);

/// Value zeroing (Mohebbi et al. 2023): 1 - cosine of what leaves layer l at i with and without the value of j in all its
/// heads, [L][n][n], not normalised. Of a trace of one text, with its streams. Errors: cancelled. Cost: n runs of each layer.
Result<std::vector<float>> valueZeroing(const Network& network, const Trace& trace,
                                        const Progress& progress = {}, const Stop& stop = {});

}  // namespace hw::model
