// SPDX-License-Identifier: MIT
// Scores of a head's attention pattern. A score says nothing of what the head writes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "model/circuit/runs.h"
#include "model/session/session.h"

namespace hw::circuit {

/// Of one matrix A [n][n] of queries and keys. NaN for a mean over no row.
struct HeadScores {
    double previous = 0;  ///< mean of A[i, i-1]
    double self = 0;      ///< of A[i, i]
    double first = 0;     ///< of A[i, 0], i > 0
    double duplicate =
        0;  ///< of the weight on earlier tokens with the same id, where there are any
    double induction = 0;  ///< of the weight on the tokens after them, except i itself
    double next = 0;       ///< of A[i, i+1]
    double entropy = 0;    ///< mean of -sum A ln A, nats
    double distance = 0;   ///< mean of sum A |i - j|
};
/// Cost: O(n^2).
HeadScores headScores(std::span<const float> weights, std::span<const int> ids);

/// Rows of a text that repeats: a prefix, `period` different tokens, and the same again.
struct RepeatedTexts {
    std::vector<int> prefix;   ///< what the tokenizer puts in front of a text
    std::vector<int> allowed;  ///< ids in ascending order that may be drawn
    int period = 0;            ///< at most 25
    std::uint64_t seed = 0;
    std::vector<std::vector<int>> rows;
};
/// `count` rows. Ordinary tokens are drawn, no special or unknown ones, by `different` of model/train/draws.h with the
/// key draw(seed, row). Empty rows if the model's texts are too short for two periods of one token.
RepeatedTexts repeatedTexts(const model::Session& session, int count, std::uint64_t seed);

/// The scores of one matrix on such a text; duplicate and induction on the second copy, for all its tokens.
HeadScores repeatScores(std::span<const float> weights, int tokens, int period, int prefix);

/// The mean scores of all heads on such texts, [L H]. Entropy, distance and next are of all rows. Errors: cancelled;
/// those of running. Cost: a forward pass for each row.
Result<std::vector<HeadScores>> meanRepeatScores(const Components& parts,
                                                 const RepeatedTexts& texts,
                                                 const model::Stop& stop = {});

}  // namespace hw::circuit
