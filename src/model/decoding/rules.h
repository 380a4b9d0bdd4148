// SPDX-License-Identifier: MIT
// The rules by which a decoder's text is chosen, as in the Hugging Face library (transformers 5.24, generation/utils.py
// and generation/logits_process.py), from generation_config.json, or the same keys of config.json if that file is
// missing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/problem.h"
#include "model/files/model_files.h"

namespace hw::model {

/// When a beam search ends after as many texts have ended as there are beams. `whenFull` ends at once. `whenUnlikely`
/// ends when the best unfinished text would score below the worst of these at its present length, and `never` when it
/// would do so at the length that gives it the best score.
enum class EarlyStop : std::uint8_t { whenUnlikely, whenFull, never };

/// Lengths include tokens that are not generated: a decoder's first one, or a text that is continued. Ids are those of
/// the vocabulary; -1 for none.
struct DecodingRules {
    int start = -1;
    std::vector<int> ends;
    int maxLength = 0;  ///< 0 if not specified
    int minLength = 0;  ///< no end before it
    int minNew = 0;     ///< nor before this many tokens are generated
    double lengthPenalty = 1;
    EarlyStop early = EarlyStop::whenUnlikely;
    double repetitionPenalty = 1;
    int noRepeat = 0;                        ///< no run of this many tokens twice; 0 for no limit
    std::vector<std::vector<int>> badWords;  ///< runs of tokens that are not generated
    int forcedFirst = -1;
    std::vector<int> forcedLast;  ///< one of them is the last token of the longest text
    std::vector<int> suppressed;
    std::vector<int> suppressedFirst;
    bool renormalises = false;
    std::string file;  ///< their source
    /// Unsupported keys that would change the text.
    std::vector<std::string> unsupported;
    std::vector<std::string> followed;  ///< keys that change the likeliest token

    /// Errors: badArgument for the first unsupported key.
    Result<void> check() const;
};

/// `hasStart`: a decoder after an encoder, which needs a first token. Errors: syntax; badArgument for a key of another
/// kind than expected, an id beyond the vocabulary, no first token.
Result<DecodingRules> readDecodingRules(const ModelFiles& files, int vocabulary,
                                        bool hasStart = true);

/// The lengths of a text.
struct TextLengths {
    int given = 1;    ///< tokens that are not generated
    int longest = 0;  ///< including these, where a text ends; 0 for no limit
};

/// Changes the scores (logits, or logarithms of probabilities) of the token after `before`. Tokens that are not allowed
/// get -infinity. Cost: O(vocabulary + length of `before`).
void applyRules(const DecodingRules& rules, std::span<const int> before, const TextLengths& lengths,
                std::span<float> scores);

/// s - log(sum(exp(s))), in place.
void logSoftmax(std::span<float> scores);

}  // namespace hw::model
