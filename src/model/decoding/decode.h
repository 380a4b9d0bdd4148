// SPDX-License-Identifier: MIT
// Generates a decoder's text with the likeliest token each time, or a beam search. The results equal the library's.
#pragma once

#include <vector>

#include "core/problem.h"
#include "model/decoding/rules.h"
#include "model/network/network.h"
#include "model/run/batch.h"

namespace hw::model {

inline constexpr int mostBeams = 16;
/// maximum number of tokens of a text, even if a file has a higher limit
inline constexpr int mostWritten = 4096;

struct DecodeOptions {
    int beams = 1;  ///< 1 for the likeliest token each time; at most mostBeams
    /// Tokens after the first one that are given, not generated.
    std::vector<int> prompt = {};
    /// Maximum number of tokens to generate after the prompt, including the end. 0 for the limit of the rules, or usualTokens if they
    /// have none.
    int mostTokens = 0;
    static constexpr int usualTokens = 128;
    Progress progress = {};  ///< relative to the longest text
    Stop stop = {};
};

struct Decoded {
    /// Including the first token, and the end unless the text is cut off.
    std::vector<int> ids;
    /// For a beam search: sum of log-probabilities / length^penalty; 0 for one beam.
    double score = 0;
    bool isCutOff = false;
};

/// The length, including the first token, at which a text ends, for these options, rules, and the decoder's number of
/// positions.
int longestText(const Network& decoder, const DecodingRules& rules, int mostTokens);

/// Errors: badArgument for a number of beams out of range, and for an unsupported rule; tooLarge; cancelled; badNumber
/// for scores that are not finite. Cost: a Stepper's, for each token and beam.
Result<Decoded> decode(const Network& decoder, const EncoderStates& encoderStates,
                       const DecodingRules& rules, const DecodeOptions& options = {});

}  // namespace hw::model
