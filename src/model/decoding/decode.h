// SPDX-License-Identifier: MIT
// The text that a decoder writes: the likeliest token each time, or a beam search, with the library's results.
#pragma once

#include <vector>

#include "core/problem.h"
#include "model/decoding/rules.h"
#include "model/network/network.h"
#include "model/run/batch.h"

namespace hw::model {

inline constexpr int mostBeams = 16;
inline constexpr int mostWritten = 4096;  ///< tokens of a text, whatever a file asks for

struct DecodeOptions {
    int beams = 1;  ///< 1: the likeliest token each time; at most mostBeams
    /// Tokens that are written at most, the end too; 0: as the rules say, or usualTokens where they say nothing.
    int mostTokens = 0;
    static constexpr int usualTokens = 128;
    Progress progress = {};  ///< of the longest text
    Stop stop = {};
};

struct Decoded {
    std::vector<int>
        ids;  ///< with the first token, and the end unless the text is cut off before it
    double score =
        0;  ///< of a beam search: sum of log-probabilities / length^penalty; 0 of one beam
    bool isCutOff = false;
};

/// Length with the first token at which a text ends, of these options, rules, and a decoder of so many positions.
int longestText(const Network& decoder, const DecodingRules& rules, int mostTokens);

/// Errors: badArgument for a number of beams out of range, and for a rule that is not supported; tooLarge; cancelled;
/// badNumber where scores are not finite. Cost: a Stepper's, of each token and beam.
Result<Decoded> decode(const Network& decoder, const Memory& memory, const DecodingRules& rules,
                       const DecodeOptions& options = {});

}  // namespace hw::model
