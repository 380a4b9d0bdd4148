// SPDX-License-Identifier: MIT
#include "cli/words.h"

#include <algorithm>

#include "cli/commands.h"
#include "core/token_text.h"

namespace hw::cli {
namespace {

TokenGroups groupsOf(const Example& example, bool encoder, const std::vector<std::string>& tokens,
                     bool words) {
    const auto count = static_cast<int>(tokens.size());
    if (!words) return groupTokens({}, count);
    const bool given = encoder && !example.words.empty();
    return groupTokens(given ? example.words : wordsFromTokens(tokens), count);
}

/// Which key tokens are hidden: those named, and with "special" all special ones.
Result<std::vector<bool>> hiddenTokens(const Example& example, const Options& options,
                                       const std::vector<std::string>& tokens) {
    std::vector<bool> hidden(tokens.size(), false);
    for (const std::string& wanted : options.hide) {
        if (wanted == "special") {
            const std::vector<bool> special = specialTokens(tokens, example.specialTokens);
            for (std::size_t i = 0; i < hidden.size(); ++i) {
                if (special[i]) hidden[i] = true;
            }
            continue;
        }
        const auto choice = chooseTokens({OutputJoin::sum, {wanted}}, tokens);
        if (!choice) return std::unexpected(choice.error());
        for (const int token : choice->tokens) hidden[static_cast<std::size_t>(token)] = true;
    }
    if (std::ranges::find(hidden, false) == hidden.end()) {
        return std::unexpected(Problem{.code = Code::badArgument,
                                       .place = "--hide",
                                       .finding = "Every token would be hidden.",
                                       .remedy = "Leave one to be shown.",
                                       .byte = {}});
    }
    return hidden;
}

/// Without the hidden ones; words that lose all their tokens go.
TokenGroups without(const TokenGroups& groups, const std::vector<bool>& hidden) {
    std::vector<int> number(static_cast<std::size_t>(groups.count), -1);
    std::vector<int> left(groups.groupOf.size(), -1);
    int next = 0;
    for (std::size_t token = 0; token < left.size(); ++token) {
        if (hidden[token]) continue;
        int& known = number[static_cast<std::size_t>(groups.groupOf[token])];
        if (known < 0) known = next++;
        left[token] = known;
    }
    return groupsFrom(left);
}

}  // namespace

Result<SeenTokens> seenTokens(const Example& example, Part part, const Options& options) {
    const auto& queries = queryTokens(example, part);
    const auto& keys = keyTokens(example, part);
    SeenTokens seen;
    const auto hidden = hiddenTokens(example, options, keys);
    if (!hidden) return std::unexpected(hidden.error());
    seen.queries = groupsOf(example, part == Part::encoder, queries, options.words);
    seen.keys = without(groupsOf(example, part != Part::decoder, keys, options.words), *hidden);
    if (options.relative) seen.division = RowDivision::all;
    if (options.renormalise) seen.division = RowDivision::left;
    seen.plain = !options.words && options.hide.empty();
    seen.queryTexts = options.words ? groupTexts(seen.queries, queries) : queries;
    if (options.words) {
        seen.keyTexts = groupTexts(seen.keys, keys);
    } else {
        for (std::size_t i = 0; i < keys.size(); ++i) {
            if (!(*hidden)[i]) seen.keyTexts.push_back(keys[i]);
        }
    }
    return seen;
}

OutputChoice wordsOf(const OutputChoice& tokens, const TokenGroups& queries) {
    OutputChoice words{tokens.join, {}};
    for (const int token : tokens.tokens) {
        const int word = queries.groupOf[static_cast<std::size_t>(token)];
        if (std::ranges::find(words.tokens, word) == words.tokens.end())
            words.tokens.push_back(word);
    }
    return words;
}

std::vector<int> membersOf(const OutputChoice& words, const TokenGroups& queries) {
    std::vector<int> tokens;
    for (const int word : words.tokens) {
        for (std::size_t token = 0; token < queries.groupOf.size(); ++token) {
            if (queries.groupOf[token] == word) tokens.push_back(static_cast<int>(token));
        }
    }
    return tokens;
}

}  // namespace hw::cli
