// SPDX-License-Identifier: MIT
// Options for the parts of a file that are computed and shown.
#include <algorithm>

#include "cli/display_options.h"
#include "cli/program/option_row.h"
#include "core/model/methods.h"

namespace hw::cli {
namespace {

TokenChoice tokenWish(std::string_view value) {
    if (value == "mean") return {OutputJoin::mean, {}};
    if (value == "max") return {OutputJoin::max, {}};
    TokenChoice wish;
    if (const auto list = pieces(value, ',');
        list.size() > 1 &&
        std::ranges::all_of(list, [](auto piece) { return wholeNumber(piece).has_value(); })) {
        wish.tokens.assign(list.begin(), list.end());
    } else {
        wish.tokens.emplace_back(value);  // a token's text may contain commas
    }
    return wish;
}

template <auto member>
Result<void> takeToken(CommandOptions& options, std::string_view, std::string_view value) {
    memberOf(options, member) = tokenWish(value);
    return {};
}

Result<void> takeLayer(CommandOptions& options, std::string_view name, std::string_view value) {
    const auto layer = layerNumber(name, value);
    if (!layer) return std::unexpected(layer.error());
    memberOf(options, &WeightOptions::layer) = *layer;
    return {};
}

Result<void> takeExample(CommandOptions& options, std::string_view name, std::string_view value) {
    memberOf(options, &InfoOptions::isExampleGiven) = true;
    return takeWhole<&InfoOptions::example>(options, name, value);
}

Result<void> takeMethod(CommandOptions& options, std::string_view name, std::string_view value) {
    const auto method = fromName<Method>(value);
    if (!method) {
        std::string names;
        for (const Method each : every<Method>()) {
            if (!textsOf(each).notExplained.empty()) continue;
            names += (names.empty() ? "" : ", ") + std::string(nameOf(each));
        }
        return badValue(name, value, "Use one of: " + names + ".");
    }
    memberOf(options, &WeightOptions::method) = *method;
    return {};
}

Result<void> takeRanks(CommandOptions& options, std::string_view name, std::string_view value) {
    if (value != "average" && value != "dense")
        return badValue(name, value, "Use one of: average, dense.");
    memberOf(options, &TieOptions::ranks) = value == "dense" ? TieRanks::dense : TieRanks::average;
    return {};
}

constexpr std::string_view selectionGroup = "Selection";
constexpr TakeOption takeSeen = takeBy<applyDisplay>;
constexpr TakeOption takeWeights = takeBy<applyWeights>;

constexpr OptionRow selectionTable[] = {
    {"--token", "T", "methods correlate summary explain link save figure", selectionGroup,
     "one output token: its number (-1 is the last) or its text", takeToken<&WeightOptions::token>,
     "3,4 adds up several; mean or max joins all. Each layer is then one row. Of joint it is\n"
     "where it ends; default: all tokens at once"},
    {"--source", "T", "methods correlate summary explain link save figure", selectionGroup,
     "the same, as joint calls it", takeToken<&WeightOptions::token>},
    {"--input", "T", "explain", "Explain", "the input token: number or text",
     takeToken<&ExplainOptions::input>},
    {"--method", "METHOD", "explain", "Explain",
     "raw, rollout (default), flow, gradient-rollout or relevance", takeMethod},
    {"--terms", "N", "explain", "Explain", "the N largest terms; default 16",
     takeWhole<&ExplainOptions::terms>,
     "the ways through all layers whose products add up to a rollout, the augmenting paths of a\n"
     "flow (each the widest that is left), the heads of raw attention. terms and rest add up to\n"
     "value"},
    {"--layer", "LAYER", "flow joint explain link save figure", selectionGroup,
     "a layer, from 1: of flow only what starts above it", takeLayer,
     "of joint: through the layers up to this one; of explain: after it; default: the last"},
    {"--example", "E", "info methods explain link save figure", selectionGroup,
     "which example of a file of many; default 0", takeExample},
    {"--part", "PART", "methods correlate explain figure", selectionGroup,
     "encoder, decoder or cross (joint)", takeWeights, "default: cross for encoder-decoder models"},
    {"--weights", "WHICH", "raw rollout flow correlate summary explain figure", selectionGroup,
     "contributions of a file that has them (default), or attentions", takeWeights,
     "of contributions rollout is their plain product, without residual"},
    {"--over", "uniform-causal", "raw rollout flow figure", selectionGroup,
     "each value divided by what a uniform causal model has", takeSeen,
     "a causal model of the same depth that looks equally at all tokens before; null above the\n"
     "diagonal. Our own normalisation: Abnar & Zuidema (section 5) ask for one and give no "
     "formula"},
    {"--words", "", "matrices figure", selectionGroup, "by words instead of tokens",
     turnOn<&DisplayOptions::words>,
     "from the file or the tokenizer's marks: sums over a word's keys, means over its queries; a\n"
     "token named elsewhere stands for its word. For flow these are the flows between tokens,\n"
     "added up; merged nodes would be another problem"},
    {"--spans", "SPANS", "matrices figure", selectionGroup,
     "join tokens: 3,4,5/8,9 makes two spans", takeSeen,
     "sums and means as for words; with --words a span takes whole words with it"},
    {"--segments", "WHICH", "matrices figure", selectionGroup,
     "which of two texts looks at which: a-a, a-b, b-a, b-b, all", takeSeen,
     "a-b: queries of A, keys of B; default: all"},
    {"--exclude", "TOKEN", "matrices correlate summary experiment figure", selectionGroup,
     "hide key tokens: a number, a text, or special; may be repeated",
     addText<&WeightOptions::exclude>, "they take no part in rankings"},
    {"--leave-out", "TOKEN", "matrices correlate summary experiment figure", "", "",
     addText<&WeightOptions::exclude>},
    {"--renormalise", "", "matrices figure", selectionGroup,
     "divide each row by what --exclude and --segments leave",
     turnOn<&DisplayOptions::renormalise>},
    {"--relative", "", "flow", selectionGroup, "rows divided by their sum, as the paper plots them",
     turnOn<&MethodOptions::relative>},
    {"--certificate", "", "flow", selectionGroup, "with each value its minimum cut",
     turnOn<&MethodOptions::certificate>},
    {"--ranks", "average|dense", "correlate summary", "Correlation",
     "ranks of equal values: their mean place (default), or without gaps", takeRanks},
};

}  // namespace

std::span<const OptionRow> selectionRows() { return selectionTable; }

}  // namespace hw::cli
