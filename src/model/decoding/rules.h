// SPDX-License-Identifier: MIT
// How the text that a decoder writes is chosen, as the Hugging Face library reads it (transformers 5.24, generation/utils.py
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

/// Lengths count tokens with those that nobody writes: a decoder's first one, or a text that is gone on with. Ids are those of the vocabulary; -1: there is none.
struct DecodingRules {
    int start = -1;
    std::vector<int> ends;
    int maxLength = 0;  ///< 0: not said
    int minLength = 0;  ///< no end before it
    int minNew = 0;     ///< nor before so many tokens are written
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
    std::string file;  ///< where they are from
    std::vector<std::string>
        unsupported;  ///< keys that would change the text, and that are not followed
    std::vector<std::string> followed;  ///< keys that change the likeliest token

    /// Error: badArgument for the first key that is not supported.
    Result<void> check() const;
};

/// `hasStart`: of a decoder behind an encoder, which needs a first token. Errors: syntax; badArgument for a key of another kind than
/// expected, an id beyond the vocabulary, no first token.
Result<DecodingRules> readDecodingRules(const ModelFiles& files, int vocabulary,
                                        bool hasStart = true);

/// How long a text is.
struct TextLengths {
    int given = 1;    ///< tokens that nobody writes
    int longest = 0;  ///< with them, where a text ends; 0: nowhere
};

/// Changes the scores (logits, or logarithms of probabilities) of the token that comes behind `before`: what may not come has
/// -infinity. Cost O(vocabulary + length of `before`).
void applyRules(const DecodingRules& rules, std::span<const int> before, const TextLengths& lengths,
                std::span<float> scores);

/// s - log(sum(exp(s))), in place.
void logSoftmax(std::span<float> scores);

}  // namespace hw::model
