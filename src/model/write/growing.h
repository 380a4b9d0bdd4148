// SPDX-License-Identifier: MIT
// A text that grows, token by token: keys and values of all its layers are kept, so that a token more costs the pass of one token. So
// are queries and streams, of as many tokens as a run has room for: a run of the text is put together from them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/problem.h"
#include "model/kernel/workspace.h"
#include "model/network/network.h"
#include "model/run/past.h"
#include "model/run/run.h"

namespace hw::model {

class Growing {
public:
    static constexpr std::uint64_t usualBytes = std::uint64_t{512} << 20;

    /// `network` has to outlive it; what is kept may take `mostBytes`. Errors: badArgument for a model that is not one of next
    /// words, or whose tokens see those behind them.
    static Result<Growing> of(const Network& network, std::uint64_t mostBytes = usualBytes);

    /// Runs tokens behind those that there are; after an error there are as many as before. With `weights`: gets of each layer the
    /// attention of the new tokens, [H][new][all tokens], 0 where they do not see. Errors: badArgument for no token or one that the
    /// model does not know; tooLarge beyond mostTokens(); cancelled. Cost: 2 parameters operations a token, and its attention's.
    Result<void> add(std::span<const int> ids, const Stop& stop = {},
                     std::vector<std::vector<float>>* weights = nullptr);
    /// Forgets all tokens from `count` on.
    void shorten(int count);

    const std::vector<int>& ids() const { return ids_; }
    int tokens() const { return static_cast<int>(ids_.size()); }
    /// How many the model reads, or have room in memory.
    int mostTokens() const { return mostTokens_; }
    /// The first `count` tokens as forward() runs them, but for the order of sums: embeddings again, streams as they are, attention
    /// from queries and keys. Errors: badArgument for none or more than runTokens(); cancelled. Cost O(L H count^2 d).
    Result<Trace> trace(int count, const Stop& stop = {}) const;
    /// How many of the tokens trace() has: all, or none where there are more than a run has room for.
    int runTokens() const { return past_.queries.empty() ? 0 : tokens(); }
    /// The logits behind a token, [V]. Cost: the head.
    std::vector<float> logits(int token) const;

private:
    Growing(const Network& network, int mostTokens, int mostRun)
        : network_(&network), mostTokens_(mostTokens), mostRun_(mostRun) {}
    /// Lists of all layers with room for so many tokens more: those of a run only where it has room for all of them.
    void makeRoom(int count);
    Result<void> addPart(std::span<const int> ids, const Stop& stop,
                         std::vector<std::vector<float>>* weights);

    const Network* network_;
    int mostTokens_;
    int mostRun_;  ///< tokens of a run
    std::vector<int> ids_;
    Past past_;
    std::vector<std::vector<float>>
        streams_;  ///< x_1 ... x_L, [tokens][D]; without queries x_L alone
    mutable Workspace workspace_;
};

}  // namespace hw::model
