// SPDX-License-Identifier: MIT
// A text that grows, token by token: keys and values of all its layers are kept, so that a token more costs the pass of one token.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/problem.h"
#include "model/kernel/workspace.h"
#include "model/network/network.h"
#include "model/run/past.h"

namespace hw::model {

class Growing {
public:
    static constexpr std::uint64_t usualBytes = std::uint64_t{512} << 20;

    /// `network` has to outlive it; keys and values may take `mostBytes`. Errors: badArgument for a model that is not one of next
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
    /// The logits behind a token, [V]. Cost: the head.
    std::vector<float> logits(int token) const;

private:
    Growing(const Network& network, int mostTokens) : network_(&network), mostTokens_(mostTokens) {}
    Result<void> addPart(std::span<const int> ids, const Stop& stop,
                         std::vector<std::vector<float>>* weights);

    const Network* network_;
    int mostTokens_;
    std::vector<int> ids_;
    Past past_;
    std::vector<float> leaving_;  ///< x_L, [tokens][D]
    mutable Workspace workspace_;
};

}  // namespace hw::model
