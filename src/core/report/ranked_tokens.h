// SPDX-License-Identifier: MIT
// The one choice of which tokens take part in rankings, tables, experiments and batches.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/choice_names.h"
#include "core/methods/output_choice.h"
#include "core/model/attention_model.h"

namespace hw {

enum class Among : std::uint8_t {
    words,  ///< not special tokens, attention sinks, nor the output's own token
    all,
};
template <>
struct Names<Among> {
    static constexpr ChoiceName list[] = {
        {"words", "words"_tr,
         "without special tokens, attention sinks and the output’s own token"_tr},
        {"all", "all tokens"_tr}};
};

/// Which tokens of the example's encoder, or only stack, take part, [n]. `outputs`: the rows that are read; their own tokens are those, if
/// queries and keys are the same tokens and not all of them are read. `keepsSinks`: for measurements, where a word that is a sink stays.
/// `leftOut`: tokens that never take part: texts, numbers from 0, or "special" for all special ones. Cost: that of sinkTokens.
std::vector<bool> rankedTokens(const Example& example, Among among, const OutputChoice& outputs,
                               std::span<const std::string> leftOut = {}, bool keepsSinks = false);

/// The same from the parts that a page knows of an example.
struct RankedParts {
    std::span<const std::string> tokens;
    std::span<const std::string> specialTokens;  ///< as the file names them
    std::span<const AttentionSink> sinks;
    std::span<const int> outputs;  ///< tokens that are the output's own
};
std::vector<bool> rankedTokens(const RankedParts& parts, Among among,
                               std::span<const std::string> leftOut);

/// For people: who takes part.
std::string rankedAmong(Among among);

}  // namespace hw
