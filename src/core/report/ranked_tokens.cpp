// SPDX-License-Identifier: MIT
#include "core/report/ranked_tokens.h"

#include <algorithm>

#include "core/number_text.h"
#include "core/report/faithfulness.h"
#include "core/statistics/attention_sinks.h"
#include "core/tokens/token_text.h"

namespace hw {

std::vector<bool> rankedTokens(const RankedParts& parts, RankingScope among,
                               std::span<const std::string> leftOut) {
    std::vector<bool> takesPart = keptTokens(parts.tokens, leftOut);
    const std::vector<bool> special = specialTokens(parts.tokens, parts.specialTokens);
    const bool noSpecial = std::ranges::find(leftOut, "special") != leftOut.end();
    for (std::size_t token = 0; token < takesPart.size(); ++token) {
        // A number means a token's position, unless a token has it as its text.
        const std::string number = numberText(static_cast<int>(token));
        const bool isNumbered = std::ranges::find(leftOut, number) != leftOut.end() &&
                                std::ranges::find(parts.tokens, number) == parts.tokens.end();
        if (isNumbered || (noSpecial && special[token])) takesPart[token] = false;
    }
    if (among == RankingScope::all) return takesPart;
    for (std::size_t token = 0; token < takesPart.size(); ++token)
        if (special[token]) takesPart[token] = false;
    for (const AttentionSink& sink : parts.sinks) takesPart[sink.token] = false;
    for (const int token : parts.outputs) takesPart[token] = false;
    return takesPart;
}

std::vector<bool> rankedTokens(const Example& example, RankingScope among,
                               const OutputChoice& outputs, std::span<const std::string> leftOut,
                               bool keepsSinks) {
    std::vector<AttentionSink> sinks;
    if (!keepsSinks && among == RankingScope::words && !example.attentions.empty())
        sinks = sinksOf(example.attentions);
    const std::span<const int> own =
        example.decoder ? std::span<const int>() : std::span(outputs.tokens);
    return rankedTokens({example.tokens, example.specialTokens, sinks, own}, among, leftOut);
}

std::string rankedAmong(RankingScope among) {
    return std::string(
        among == RankingScope::all
            ? "Includes all tokens."_tr
            : "Excludes special tokens, attention sinks and the output’s own token."_tr);
}

}  // namespace hw
