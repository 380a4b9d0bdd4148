// SPDX-License-Identifier: MIT
// The one choice of the tokens in rankings, tables, experiments and batches.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/choice_names.h"
#include "core/methods/output_choice.h"
#include "core/model/attention_model.h"

namespace hw {

enum class RankingScope : std::uint8_t {
    words,  ///< not special tokens, attention sinks, nor the output's own token
    all,
};
template <>
struct Names<RankingScope> {
    static constexpr ChoiceName list[] = {
        {"words", "words"_tr,
         "without special tokens, attention sinks and the output’s own token"_tr},
        {"all", "all tokens"_tr}};
};

/// Which tokens of the example's encoder, or only stack, are included, [n]. `outputs` are the rows that are read. They
/// are the output's own tokens, if queries and keys are the same tokens and not all of them are read. `keepsSinks` is
/// for measurements, where a word that is a sink stays. `leftOut` are tokens to exclude always, as texts, numbers from
/// 0, or "special" for all special ones. Cost: that of sinkTokens.
std::vector<bool> rankedTokens(const Example& example, RankingScope among,
                               const OutputChoice& outputs,
                               std::span<const std::string> leftOut = {}, bool keepsSinks = false);

/// The same from the parts of an example that a page has.
struct RankedParts {
    std::span<const std::string> tokens;
    std::span<const std::string> specialTokens;  ///< as in the file
    std::span<const AttentionSink> sinks;
    std::span<const int> outputs;  ///< the output's own tokens
};
std::vector<bool> rankedTokens(const RankedParts& parts, RankingScope among,
                               std::span<const std::string> leftOut);

/// Which tokens are included, for people.
std::string rankedAmong(RankingScope among);

}  // namespace hw
