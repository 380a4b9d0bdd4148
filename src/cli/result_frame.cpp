// SPDX-License-Identifier: MIT
#include "cli/result_frame.h"

#include <algorithm>
#include <utility>

#include "cli/commands.h"
#include "cli/display_options.h"
#include "core/number_text.h"
#include "core/tokens/token_text.h"

namespace hw::cli {
namespace {

Problem wrong(const char* option, std::string finding, std::string remedy) {
    return {.code = Code::badArgument,
            .place = option,
            .finding = std::move(finding),
            .remedy = std::move(remedy),
            .byte = {}};
}

/// Words and spans, or single tokens.
TokenGroups groupsOf(const Example& example, bool encoder, const std::vector<std::string>& tokens,
                     const MethodOptions& options) {
    const auto count = static_cast<int>(tokens.size());
    std::vector<int> words;
    if (options.words) {
        const bool given = encoder && !example.words.empty();
        words = given ? example.words : wordsFromTokens(tokens);
    }
    std::vector<int> numbers = groupTokens(words, count).groupOf;
    joinSpans(numbers, options.spans);
    return groupTokens(numbers, count);
}

/// For a flow across both sides, the encoder's groups, then the decoder's.
TokenGroups bothGroups(const Example& example, const MethodOptions& options) {
    TokenGroups groups = groupsOf(example, true, example.tokens, options);
    const TokenGroups decoder = groupsOf(example, false, example.decoder->tokens, options);
    for (const int group : decoder.groupOf) groups.groupOf.push_back(groups.count + group);
    groups.count += decoder.count;
    return groups;
}

bool isOfEncoder(Part part) { return part == Part::encoder || part == Part::contributions; }

/// Refuses spans that combine tokens of two texts.
Result<void> checkSpans(const MethodOptions& options, Part part, std::size_t count) {
    if (options.spans.empty()) return {};
    if (part == Part::cross) {
        return std::unexpected(wrong("--spans",
                                     "Tokens can't be merged between encoder and decoder.",
                                     "Choose --part encoder or --part decoder."));
    }
    for (const std::vector<int>& span : options.spans) {
        if (span.back() < static_cast<int>(count)) continue;
        return std::unexpected(wrong("--spans",
                                     "There is no token " + numberText(span.back()) + ".",
                                     "Use numbers from 0 to " + numberText(count - 1) + "."));
    }
    return {};
}

/// The text of each token, 0 or 1. Empty unless the options ask for segments.
Result<std::vector<int>> segmentsFor(const Example& example, const MethodOptions& options,
                                     Part part) {
    if (!options.segments) return std::vector<int>{};
    const std::vector<int>& segments = example.segments;
    const auto has = [&](int one) { return std::ranges::find(segments, one) != segments.end(); };
    if (isOfEncoder(part) && segments.size() == example.tokens.size() && has(0) && has(1)) {
        return segments;
    }
    return std::unexpected(wrong("--segments", "The file doesn't assign its tokens to text A or B.",
                                 "Add a list \"segments\" with 0 or 1 for each token."));
}

/// The hidden key tokens, from the options. "special" means all special ones.
Result<std::vector<bool>> hiddenTokens(const Example& example, const MethodOptions& options,
                                       const std::vector<std::string>& tokens) {
    std::vector<bool> hidden(tokens.size(), false);
    for (const std::string& wanted : options.exclude) {
        if (wanted == "special") {
            const std::vector<bool> special = specialTokens(tokens, example.specialTokens);
            for (std::size_t i = 0; i < hidden.size(); ++i) {
                if (special[i]) hidden[i] = true;
            }
            continue;
        }
        const auto choice = chooseTokens({OutputJoin::sum, {wanted}}, tokens);
        if (!choice) return std::unexpected(choice.error());
        for (const int token : choice->tokens) hidden[token] = true;
    }
    return hidden;
}

/// Drops tokens that are hidden or in another segment, and words without any token left.
TokenGroups without(TokenGroups groups, const std::vector<bool>& hidden,
                    const std::vector<int>& segments, int segment) {
    for (std::size_t token = 0; token < groups.groupOf.size(); ++token) {
        const bool outside = !segments.empty() && segments[token] != segment;
        if (outside || (!hidden.empty() && hidden[token])) groups.groupOf[token] = -1;
    }
    return groupsLeft(groups.groupOf);
}

/// The words of the chosen tokens, each once. Empty stays empty.
Result<OutputChoice> wholeWordsOf(const OutputChoice& tokens, const TokenGroups& queries) {
    OutputChoice words{tokens.join, {}};
    for (const int token : tokens.tokens) {
        const int word = queries.groupOf[token];
        if (word < 0) {
            return std::unexpected(
                wrong("--token", "Token " + numberText(token) + " belongs to the other text.",
                      "Choose a token of the text in --segments."));
        }
        if (std::ranges::find(words.tokens, word) == words.tokens.end())
            words.tokens.push_back(word);
    }
    return words;
}

/// The words of --token, each once, or all words, without those that have no weights. Nothing without the option.
Result<std::optional<OutputChoice>> shownOutput(const Example& example, Part part,
                                                const MethodOptions& options,
                                                const ShownTokens& shown, const Gaps& gaps) {
    if (!options.token) return std::optional<OutputChoice>{};
    const auto choice = chooseTokens(*options.token, queryTokens(example, part));
    if (!choice) return std::unexpected(choice.error());
    auto words = wholeWordsOf(*choice, shown.queries);
    if (!words) return std::unexpected(words.error());
    return shown.plain ? gaps.withoutSilent(std::move(*words))
                       : gaps.withoutSilent(std::move(*words), shown.queries);
}

Result<ShownTokens> shownTokens(const Example& example, Part part, const ResultAxes& tokens,
                                const MethodOptions& options) {
    const auto& [queries, keys, decoderKeys] = tokens;
    if (auto good = checkSpans(options, part, keys.size()); !good) {
        return std::unexpected(good.error());
    }
    const auto hidden = hiddenTokens(example, options, keys);
    if (!hidden) return std::unexpected(hidden.error());
    const auto segments = segmentsFor(example, options, part);
    if (!segments) return std::unexpected(segments.error());
    const Segments which = options.segments.value_or(Segments{});
    ShownTokens shown;
    shown.queries = without(groupsOf(example, isOfEncoder(part), queries, options), {}, *segments,
                            which.queries);
    shown.keys = without(decoderKeys > 0 ? bothGroups(example, options)
                                         : groupsOf(example, part != Part::decoder, keys, options),
                         *hidden, *segments, which.keys);
    if (shown.keys.count == 0) {
        return std::unexpected(wrong("--exclude", "No token is left.", "Exclude fewer tokens."));
    }
    if (options.relative) shown.division = RowDivision::all;
    if (options.renormalise) shown.division = RowDivision::left;
    shown.plain = !merges(options) && !excludesTokens(options);
    return shown;
}

}  // namespace

Result<ResultFrame> resultFrame(const Example& example, Part part, const MethodOptions& options) {
    const ResultAxes tokens = tokenAxes(example, part, options.method);
    auto shown = shownTokens(example, part, tokens, options);
    if (!shown) return std::unexpected(shown.error());
    Gaps gaps(example, part, options.method, options.settings);
    auto output = shownOutput(example, part, options, *shown, gaps);
    if (!output) return std::unexpected(output.error());
    const bool merged = merges(options);
    ResultFrame frame{groupedAxes(tokens, {shown->queries, merged}, {shown->keys, merged}),
                      {std::move(gaps), std::move(*shown), std::move(*output)},
                      {}};
    frame.about = resultOf(example, part, options.method, options.settings, frame.texts);
    frame.about.relative = options.relative;
    frame.about.cells = options.cells;
    frame.about.words = merged;
    frame.about.output = frame.shown.output;
    return frame;
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
