// SPDX-License-Identifier: MIT
// A text that grows, token by token. Keys and values of all its layers are kept, so that one more token costs the pass
// of one token. Queries and streams are kept for as many tokens as a run has memory for, so that a run of the text can
// be assembled from them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/problem.h"
#include "model/kernel/workspace.h"
#include "model/network/network.h"
#include "model/run/kv_cache.h"
#include "model/run/run.h"

namespace hw::model {

class IncrementalDecoder {
public:
    static constexpr std::uint64_t usualBytes = std::uint64_t{512} << 20;

    /// `network` has to outlive it. Kept data may take `mostBytes`. Errors: badArgument for a model that is not one of
    /// next words, or whose tokens see later ones.
    static Result<IncrementalDecoder> of(const Network& network,
                                         std::uint64_t mostBytes = usualBytes);

    /// Runs tokens after the existing ones. After an error there are as many as before. `weights` gets the attention of
    /// the new tokens for each layer, [H][new][all tokens], 0 if masked. Errors: badArgument for no token or an unknown
    /// one; tooLarge beyond mostTokens(); cancelled. Cost: 2 parameters operations per token, and its attention's.
    Result<void> add(std::span<const int> ids, const Stop& stop = {},
                     std::vector<std::vector<float>>* weights = nullptr);
    /// The vectors of image tokens (TextInput::rows). Other ones drop all tokens.
    void takeRows(std::shared_ptr<const std::vector<float>> rows);
    /// Drops all tokens from `count` on.
    void shorten(int count);

    const std::vector<int>& ids() const { return ids_; }
    int tokens() const { return static_cast<int>(ids_.size()); }
    /// Maximum number of tokens that the model reads, or that fit in memory.
    int mostTokens() const { return mostTokens_; }
    /// The first `count` tokens as run by forward(), except for the order of sums: embeddings again, streams from
    /// memory, attention from queries and keys. Errors: badArgument for none or more than runTokens(); cancelled. Cost:
    /// O(L H count^2 d).
    Result<Trace> trace(int count, const Stop& stop = {}) const;
    /// The number of tokens in trace(): all, or none if a run has no memory for all of them.
    int runTokens() const { return cache_.queries.empty() ? 0 : tokens(); }
    /// The logits after a token, [V]. Cost: the head.
    std::vector<float> logits(int token) const;

private:
    IncrementalDecoder(const Network& network, int mostTokens, int mostRun)
        : network_(&network), mostTokens_(mostTokens), mostRun_(mostRun) {}
    /// Reserves memory for `count` more tokens in all lists. The lists of a run are included only if all its tokens
    /// fit.
    void makeRoom(int count);
    Result<void> addPart(std::span<const int> ids, const Stop& stop,
                         std::vector<std::vector<float>>* weights);

    const Network* network_;
    int mostTokens_;
    int mostRun_;  ///< maximum number of tokens in a run
    std::vector<int> ids_;
    std::shared_ptr<const std::vector<float>> rows_;
    KvCache cache_;
    /// x_1 ... x_L, [tokens][D]; without queries only x_L
    std::vector<std::vector<float>> streams_;
    mutable Workspace workspace_;
};

}  // namespace hw::model
