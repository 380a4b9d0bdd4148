// SPDX-License-Identifier: MIT
#include "cli/seen_tokens.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "cli/arguments/numbers.h"
#include "cli/commands.h"
#include "cli/setting_options.h"
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

/// Words and spans, every token by itself without either.
TokenGroups groupsOf(const Example& example, bool encoder, const std::vector<std::string>& tokens,
                     const Options& options) {
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

/// Of a flow across both sides: the encoder's groups, then the decoder's.
TokenGroups bothGroups(const Example& example, const Options& options) {
    TokenGroups groups = groupsOf(example, true, example.tokens, options);
    const TokenGroups decoder = groupsOf(example, false, example.decoder->tokens, options);
    for (const int group : decoder.groupOf) groups.groupOf.push_back(groups.count + group);
    groups.count += decoder.count;
    return groups;
}

bool isOfEncoder(Part part) { return part == Part::encoder || part == Part::contributions; }

/// Spans join tokens of one text.
Result<void> checkSpans(const Options& options, Part part, std::size_t count) {
    if (options.spans.empty()) return {};
    if (part == Part::cross) {
        return std::unexpected(wrong("--spans",
                                     "Between encoder and decoder no tokens can be joined.",
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

/// The file's two texts, of each token; empty if none is asked for.
Result<std::vector<int>> segmentsFor(const Example& example, const Options& options, Part part) {
    if (!options.segments) return std::vector<int>{};
    const std::vector<int>& segments = example.segments;
    const auto has = [&](int one) { return std::ranges::find(segments, one) != segments.end(); };
    if (isOfEncoder(part) && segments.size() == example.tokens.size() && has(0) && has(1)) {
        return segments;
    }
    return std::unexpected(wrong("--segments",
                                 "The file does not say which tokens are of A and which of B.",
                                 "Give it a list \"segments\" of 0 and 1, one for each token."));
}

/// Which key tokens are hidden: those named, and with "special" all special ones.
Result<std::vector<bool>> hiddenTokens(const Example& example, const Options& options,
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

/// Without tokens that are hidden or of another segment; words that lose all their tokens go.
TokenGroups without(TokenGroups groups, const std::vector<bool>& hidden,
                    const std::vector<int>& segments, int segment) {
    for (std::size_t token = 0; token < groups.groupOf.size(); ++token) {
        const bool outside = !segments.empty() && segments[token] != segment;
        if (outside || (!hidden.empty() && hidden[token])) groups.groupOf[token] = -1;
    }
    return groupsLeft(groups.groupOf);
}

/// The words of the chosen tokens, each once; empty stays empty.
Result<OutputChoice> wholeWordsOf(const OutputChoice& tokens, const TokenGroups& queries) {
    OutputChoice words{tokens.join, {}};
    for (const int token : tokens.tokens) {
        const int word = queries.groupOf[token];
        if (word < 0) {
            return std::unexpected(wrong("--token",
                                         "Token " + numberText(token) + " is of the other text.",
                                         "Choose one that --segments leaves."));
        }
        if (std::ranges::find(words.tokens, word) == words.tokens.end())
            words.tokens.push_back(word);
    }
    return words;
}

}  // namespace

Result<SeenTokens> seenTokens(const Example& example, Part part, const Options& options) {
    SeenTokens seen;
    const ResultAxes tokens = tokenAxes(example, part, options.method);
    const auto& [queries, keys, decoderKeys] = tokens;
    if (auto good = checkSpans(options, part, keys.size()); !good) {
        return std::unexpected(good.error());
    }
    const auto hidden = hiddenTokens(example, options, keys);
    if (!hidden) return std::unexpected(hidden.error());
    const auto segments = segmentsFor(example, options, part);
    if (!segments) return std::unexpected(segments.error());
    const Segments which = options.segments.value_or(Segments{});
    seen.queries = without(groupsOf(example, isOfEncoder(part), queries, options), {}, *segments,
                           which.queries);
    seen.keys = without(decoderKeys > 0 ? bothGroups(example, options)
                                        : groupsOf(example, part != Part::decoder, keys, options),
                        *hidden, *segments, which.keys);
    if (seen.keys.count == 0) {
        return std::unexpected(
            wrong("--exclude", "Every token would be hidden.", "Leave one to be shown."));
    }
    if (options.relative) seen.division = RowDivision::all;
    if (options.renormalise) seen.division = RowDivision::left;
    seen.merged = options.words || !options.spans.empty();
    seen.plain = !seen.merged && options.exclude.empty() && !options.segments;
    seen.texts = groupedAxes(tokens, {seen.queries, seen.merged}, {seen.keys, seen.merged});
    return seen;
}

Result<std::optional<OutputChoice>> seenOutput(const Example& example, Part part,
                                               const Options& options, const SeenTokens& seen,
                                               const Gaps& gaps) {
    if (!options.token) return std::optional<OutputChoice>{};
    const auto choice = chooseTokens(*options.token, queryTokens(example, part));
    if (!choice) return std::unexpected(choice.error());
    auto words = wholeWordsOf(*choice, seen.queries);
    if (!words) return std::unexpected(words.error());
    return seen.plain ? gaps.withoutSilent(std::move(*words))
                      : gaps.withoutSilent(std::move(*words), seen.queries);
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

namespace {

Result<bool> applySpans(Options& options, std::string_view name, std::string_view value) {
    std::set<int> taken;
    options.spans.clear();
    for (const std::string_view piece : pieces(value, '/')) {
        auto tokens = numberList(piece, rangeOf(name));
        if (!tokens || tokens->size() < 2)
            return badValue(name, value, std::string(rangeOf(name).remedy));
        std::ranges::sort(*tokens);
        for (const int token : *tokens) {
            if (!taken.insert(token).second) {
                return badValue(name, value, "A token can stand in one span, and once.");
            }
        }
        options.spans.push_back(std::move(*tokens));
    }
    return true;
}

Result<bool> applySegments(Options& options, std::string_view name, std::string_view value) {
    constexpr std::array<std::pair<std::string_view, Segments>, 4> known{
        {{"a-a", {0, 0}}, {"a-b", {0, 1}}, {"b-a", {1, 0}}, {"b-b", {1, 1}}}};
    options.segments.reset();
    if (value == "all") return true;
    for (const auto& [word, segments] : known) {
        if (word == value) options.segments = segments;
    }
    if (!options.segments) return badValue(name, value, "Use one of: all, a-a, a-b, b-a, b-b.");
    return true;
}

/// Contributions, or the attention beside them.
Result<bool> applyWeights(Options& options, std::string_view name, std::string_view value) {
    if (value != "contributions" && value != "attentions")
        return badValue(name, value, "Use one of: contributions, attentions.");
    options.ofContributions = value == "contributions";
    // A figure's link has a field for it.
    if (options.command == Command::figure)
        options.figure.fields.emplace_back("side",
                                           *options.ofContributions ? "contributions" : "encoder");
    return true;
}

Result<bool> applyOver(Options& options, std::string_view name, std::string_view value) {
    const auto over = fromName<Over>(value);
    if (!over) return badValue(name, value, "Use one of: nothing, uniform-causal.");
    options.over = *over;
    // A figure's link has a field for it.
    if (options.command == Command::figure) options.figure.fields.emplace_back("over", value);
    return true;
}

Result<bool> applyPart(Options& options, std::string_view name, std::string_view value) {
    constexpr std::array<std::string_view, 3> parts{"encoder", "decoder", "cross"};
    if (value == "joint") value = "cross";
    const auto found = std::ranges::find(parts, value);
    if (found == parts.end())
        return badValue(name, value, "Use one of: encoder, decoder, cross (or joint).");
    options.part = static_cast<Part>(found - parts.begin());
    return true;
}

bool leavesOut(const Options& options) { return !options.exclude.empty() || options.segments; }

}  // namespace

Result<bool> applySeen(Options& options, std::string_view name, std::string_view value) {
    if (name == "--spans") return applySpans(options, name, value);
    if (name == "--segments") return applySegments(options, name, value);
    if (name == "--weights") return applyWeights(options, name, value);
    if (name == "--over") return applyOver(options, name, value);
    if (name == "--part") return applyPart(options, name, value);
    if (name == "--hide")
        return usage(
            "--hide is of ask: no other token reads a hidden token, and the model runs again.",
            "Exclude a token from the results with --exclude.");
    if (name != "--exclude" && name != "--leave-out") return false;
    options.exclude.emplace_back(value);
    return true;
}

Result<void> checkSeen(const Options& options) {
    const bool joins = options.words || !options.spans.empty();
    const bool forPeople = options.command == Command::info ||
                           options.command == Command::correlate ||
                           (options.command == Command::batch &&
                            (options.batch.correlates || options.batch.runsTexts()));
    const bool ranks = options.command == Command::correlate ||
                       (options.command == Command::batch &&
                        (options.batch.correlates || options.batch.experiments));
    const bool excludes = ranks ? options.segments.has_value() : leavesOut(options);
    if (forPeople && (joins || options.renormalise || excludes)) {
        return usage("Words, spans and segments belong to the methods, not to info or correlate.",
                     "Leave --words, --spans, --segments and --renormalise out.");
    }
    if (options.certificate && (joins || leavesOut(options))) {
        return usage("A certificate proves the flow between two tokens, not between words.",
                     "Leave --words, --spans, --segments and --exclude out.");
    }
    if (options.over != Over::nothing && options.command != Command::figure) {
        const bool isMethod = options.command == Command::method ||
                              (options.command == Command::batch && options.batch.isOfMethod());
        if (!isMethod || !specOf(options.method).ranked)
            return usage("--over belongs to raw, rollout and flow.");
        if (options.certificate)
            return usage("A certificate proves a flow, not a ratio.", "Leave --over out.");
    }
    if (options.renormalise && !leavesOut(options)) {
        return usage("Without --exclude or --segments there is nothing to renormalise.");
    }
    return {};
}

}  // namespace hw::cli
