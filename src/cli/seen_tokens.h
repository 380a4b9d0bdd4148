// SPDX-License-Identifier: MIT
// --words, --spans, --segments, --exclude, --renormalise: results by words instead of tokens, or without some
// of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "cli/options.h"
#include "core/methods/missing.h"
#include "core/methods/token_groups.h"
#include "core/model/attention_model.h"
#include "core/result/result_axes.h"

namespace hw::cli {

struct SeenTokens {
    TokenGroups queries;
    TokenGroups keys;
    ResultAxes texts;  ///< of the groups
    RowDivision division = RowDivision::none;
    bool merged = false;  ///< a group may hold several tokens
    bool plain = true;    ///< every token on its own, and none left out
};

/// Errors: badArgument if a token to hide or merge does not exist, if the file does not have two texts, or
/// if every token would be left out.
Result<SeenTokens> seenTokens(const Example& example, Part part, const Options& options);

/// The words of --token, each once, or all of them ("mean", "max"), without those that have no weights; none without the
/// option. Errors: badArgument for a token that does not exist or is left out.
Result<std::optional<OutputChoice>> seenOutput(const Example& example, Part part,
                                               const Options& options, const SeenTokens& seen,
                                               const Gaps& gaps);

/// Puts NaN into `row`, which was combined from the chosen rows of `values` [words][keys], at each key where
/// one of those rows has NaN: a maximum would skip it.
template <class Number>
void keepGaps(std::span<Number> row, std::span<const Number> values, const OutputChoice& words) {
    const std::size_t keys = row.size();
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto word = static_cast<int>(i / keys);
        const bool chosen =
            words.tokens.empty() || std::ranges::find(words.tokens, word) != words.tokens.end();
        if (chosen && std::isnan(values[i])) row[i % keys] = values[i];
    }
}

/// All tokens of the chosen words; empty if none is chosen (all).
std::vector<int> membersOf(const OutputChoice& words, const TokenGroups& queries);

/// `--exclude`, `--spans`, `--segments`. False if the option is none of these.
Result<bool> applySeen(Options& options, std::string_view name, std::string_view value);

/// Rejects combinations that make no sense, or do not fit the command.
Result<void> checkSeen(const Options& options);

}  // namespace hw::cli
