// SPDX-License-Identifier: MIT
// How the next token is chosen from the logits: a function of them, of the settings, and of the place in the text. Nothing is kept
// between two tokens, so that who steps back and goes on gets the same again, on every machine (docs/models.md).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/problem.h"

namespace hw::model {

struct Sampling {
    double temperature = 0;  ///< logits are divided by it; 0: always the likeliest
    int topK = 0;            ///< of the likeliest only so many; 0: of all
    double topP = 1;         ///< of these only the fewest that have this share together
    std::uint64_t seed = 0;
};

/// Errors: badArgument for a temperature that is negative or no number, a negative topK, a topP that is not in (0, 1].
Result<void> checkSampling(const Sampling& sampling);

/// A token that may be chosen, with its share among those that may.
struct Candidate {
    int id = 0;
    double share = 0;
};

/// Those that may be chosen, the likeliest first; of equal ones the smaller id. The shares add up to 1. Temperature comes first,
/// then topK, then topP, as in Hugging Face's generate(). Logits that are no numbers count as minus infinity; empty without any
/// number. Cost O(V log V) at most.
std::vector<Candidate> candidatesOf(std::span<const float> logits, const Sampling& sampling);

/// A number in [0, 1) for the token at `position` (from 0): the upper 53 bits of SplitMix64's output number position + 1 of the
/// seed (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators").
double drawAt(std::uint64_t seed, int position);

/// The first candidate whose share, with all before it, is more than drawAt(). -1 without candidates. Cost O(V); more where chance
/// goes far down the list.
int chooseToken(std::span<const float> logits, const Sampling& sampling, int position);

}  // namespace hw::model
