// SPDX-License-Identifier: MIT
// How the text that a decoder writes is chosen, as the Hugging Face library reads it (transformers 4.57, generation/utils.py
// and generation/logits_process.py): generation_config.json, or the same keys of config.json where that file is missing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/problem.h"
#include "model/files/model_files.h"

namespace hw::model {

/// When a beam search ends: `whenFull`, as soon as as many texts have ended as there are beams; `whenUnlikely`, once the best
/// that goes on is worse than the worst of these, at its length; `never`, at the length that favours it most.
enum class EarlyStop : std::uint8_t { whenUnlikely, whenFull, never };

/// Lengths count tokens with the first one, which nobody writes. Ids are those of the vocabulary; -1: there is none.
struct DecodingRules {
    int start = -1;
    std::vector<int> ends;
    int maxLength = 0;  ///< 0: not said
    int minLength = 0;  ///< no end before it
    double lengthPenalty = 1;
    EarlyStop early = EarlyStop::whenUnlikely;
    double repetitionPenalty = 1;
    int noRepeat = 0;                        ///< no run of so many tokens twice; 0: allowed
    std::vector<std::vector<int>> badWords;  ///< runs of tokens that are not written
    int forcedFirst = -1;
    std::vector<int> forcedLast;  ///< one of them is the last token of the longest text
    std::vector<int> suppressed;
    std::vector<int> suppressedFirst;
    bool renormalises = false;
    std::vector<std::string> notes;  ///< keys that would change the text, and that are not followed
};

/// Errors: syntax; badArgument for a key of another kind than expected, an id beyond the vocabulary, no first token.
Result<DecodingRules> readDecodingRules(const ModelFiles& files, int vocabulary);

/// Changes the scores (logits, or logarithms of probabilities) of the token that comes behind `before`: what may not come has
/// -infinity. `longest`: the length at which a text ends. Cost O(vocabulary + length of `before`).
void applyRules(const DecodingRules& rules, std::span<const int> before, int longest,
                std::span<float> scores);

/// s - log(sum(exp(s))), in place.
void logSoftmax(std::span<float> scores);

}  // namespace hw::model
