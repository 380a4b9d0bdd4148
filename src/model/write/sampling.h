// SPDX-License-Identifier: MIT
// Chooses the next token from the logits, as a function of them, of the settings, and of the position in the text.
// There is no state between two tokens, so stepping back and continuing gives the same token again, on every machine
// (docs/models.md).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/problem.h"

namespace hw::model {

struct Sampling {
    double temperature = 0;  ///< divides the logits; 0 always takes the likeliest
    int topK = 0;            ///< limits the choice to this many of the likeliest; 0 for no limit
    double topP = 1;         ///< limits these to the fewest with this share in total
    std::uint64_t seed = 0;
};

/// Errors: badArgument for a temperature that is negative or not a number, a negative topK, a topP that is not in (0,
/// 1].
Result<void> checkSampling(const Sampling& sampling);

/// A token that may be chosen, with its share.
struct Candidate {
    int id = 0;
    double share = 0;
};

/// The tokens that may be chosen, the likeliest first; for equal ones the smaller id first. The shares sum to 1.
/// Temperature comes first, then topK, then topP, as in Hugging Face's generate(). NaN logits count as minus infinity.
/// Empty if all are. Cost: O(V log V) at most.
std::vector<Candidate> candidatesOf(std::span<const float> logits, const Sampling& sampling);

/// A number in [0, 1) for the token at `position` (from 0): the upper 53 bits of SplitMix64's output number position +
/// 1 of the seed (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators").
double drawAt(std::uint64_t seed, int position);

/// The first candidate whose share, with all before it, is more than drawAt(). -1 without candidates. Cost: O(V), or
/// more if the draw is far down the list.
int chooseToken(std::span<const float> logits, const Sampling& sampling, int position);

}  // namespace hw::model
