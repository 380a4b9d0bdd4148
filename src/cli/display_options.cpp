// SPDX-License-Identifier: MIT
#include "cli/display_options.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "cli/arguments/numbers.h"
#include "cli/setting_options.h"

namespace hw::cli {

bool merges(const DisplayOptions& options) { return options.words || !options.spans.empty(); }

bool excludesTokens(const DisplayOptions& options) {
    return !options.exclude.empty() || options.segments;
}

namespace {

Result<void> applySpans(DisplayOptions& options, std::string_view name, std::string_view value) {
    std::set<int> taken;
    options.spans.clear();
    for (const std::string_view piece : pieces(value, '/')) {
        auto tokens = numberList(piece, rangeOf(name));
        if (!tokens || tokens->size() < 2)
            return badValue(name, value, std::string(rangeOf(name).remedy));
        std::ranges::sort(*tokens);
        for (const int token : *tokens) {
            if (!taken.insert(token).second) {
                return badValue(name, value, "Name each token once.");
            }
        }
        options.spans.push_back(std::move(*tokens));
    }
    return {};
}

Result<void> applySegments(DisplayOptions& options, std::string_view name, std::string_view value) {
    constexpr std::array<std::pair<std::string_view, Segments>, 4> known{
        {{"a-a", {0, 0}}, {"a-b", {0, 1}}, {"b-a", {1, 0}}, {"b-b", {1, 1}}}};
    options.segments.reset();
    if (value == "all") return {};
    for (const auto& [word, segments] : known) {
        if (word == value) options.segments = segments;
    }
    if (!options.segments) return badValue(name, value, "Use one of: all, a-a, a-b, b-a, b-b.");
    return {};
}

Result<void> applyDivisor(DisplayOptions& options, std::string_view name, std::string_view value) {
    const auto over = fromName<Divisor>(value);
    if (!over) return badValue(name, value, "Use one of: nothing, uniform-causal.");
    options.over = *over;
    // A figure's link has a field for this option.
    if (auto* const drawn = partOf<FigureOptions>(options))
        drawn->figure.fields.emplace_back("over", value);
    return {};
}

}  // namespace

Result<void> applyWeights(WeightOptions& options, std::string_view name, std::string_view value) {
    if (name == "--weights") {
        if (value != "contributions" && value != "attentions")
            return badValue(name, value, "Use one of: contributions, attentions.");
        options.ofContributions = value == "contributions";
        // A figure's link has a field for this option.
        if (auto* const drawn = partOf<FigureOptions>(options))
            drawn->figure.fields.emplace_back(
                "side", *options.ofContributions ? "contributions" : "encoder");
        return {};
    }
    constexpr std::array<std::string_view, 3> parts{"encoder", "decoder", "cross"};
    if (value == "joint") value = "cross";
    const auto found = std::ranges::find(parts, value);
    if (found == parts.end())
        return badValue(name, value, "Use one of: encoder, decoder, cross (or joint).");
    options.part = static_cast<Part>(found - parts.begin());
    return {};
}

Result<void> applyDisplay(DisplayOptions& options, std::string_view name, std::string_view value) {
    if (name == "--spans") return applySpans(options, name, value);
    if (name == "--segments") return applySegments(options, name, value);
    return applyDivisor(options, name, value);
}

}  // namespace hw::cli
