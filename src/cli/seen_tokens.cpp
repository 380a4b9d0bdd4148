// SPDX-License-Identifier: MIT
#include "cli/seen_tokens.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "cli/arguments/numbers.h"
#include "cli/setting_options.h"

namespace hw::cli {

bool merges(const Options& options) { return options.words || !options.spans.empty(); }

bool leavesOut(const Options& options) { return !options.exclude.empty() || options.segments; }

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

}  // namespace

Result<bool> applySeen(Options& options, std::string_view name, std::string_view value) {
    if (name == "--spans") return applySpans(options, name, value);
    if (name == "--segments") return applySegments(options, name, value);
    if (name == "--weights") return applyWeights(options, name, value);
    if (name == "--over") return applyOver(options, name, value);
    if (name == "--part") return applyPart(options, name, value);
    if (name != "--exclude" && name != "--leave-out") return false;
    options.exclude.emplace_back(value);
    return true;
}

Result<void> checkSeen(const Options& options) {
    const bool joins = merges(options);
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
        if (options.certificate)
            return usage("A certificate proves a flow, not a ratio.", "Leave --over out.");
    }
    if (options.renormalise && !leavesOut(options)) {
        return usage("Without --exclude or --segments there is nothing to renormalise.");
    }
    return {};
}

}  // namespace hw::cli
