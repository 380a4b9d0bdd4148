// SPDX-License-Identifier: MIT
#include "core/report/check_report.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <utility>

#include "core/localized_text.h"
#include "core/model/contribution_kinds.h"
#include "core/number_text.h"
#include "core/statistics/attention_sinks.h"
#include "core/statistics/head_statistics.h"
#include "core/tokens/token_texts.h"

namespace hw {
namespace {

constexpr double tolerance = 0.01;
constexpr std::size_t mostNamed = 3;

CheckLine lineOf(LocalizedText name, std::string text = "", bool unusual = false) {
    return {std::string(name.english()), std::move(text), unusual};
}

/// The number that selects a text's form. All larger numbers have the same form.
int formNumber(long long number) {
    return static_cast<int>(std::min<long long>(number, 1'000'000'000));
}

std::string rounded(double value) {
    if (value < 0.001) return "less than 0.001"_tr;
    return inLanguage(numberText(std::round(value * 1000) / 1000));
}

/// One stack of the example, with the name of its keys.
struct Stack {
    LocalizedText name;
    const AttentionTensor* tensor;
    const std::vector<std::string>* keys;
    AttentionStack of;
    std::vector<CutEdge> cuts;  ///< that took attention from it
};

std::vector<Stack> stacksOf(const Example& example) {
    std::vector<Stack> stacks;
    const auto add = [&](LocalizedText name, const AttentionTensor& tensor,
                         const std::vector<std::string>& keys, AttentionStack of) {
        if (tensor.empty()) return;
        Stack stack{name, &tensor, &keys, of, {}};
        if (tensor.isAttention())
            std::ranges::copy_if(example.cuts, std::back_inserter(stack.cuts),
                                 [&](const CutEdge& cut) { return cut.of == of && cut.heads > 0; });
        stacks.push_back(std::move(stack));
    };
    const LocalizedText self = example.decoder                 ? "encoder"_tr
                               : example.contributions.empty() ? LocalizedText()
                                                               : "attention"_tr;
    add(self, example.attentions, example.tokens, AttentionStack::encoder);
    add("contributions"_tr, example.contributions, example.tokens, AttentionStack::encoder);
    if (!example.decoder) return stacks;
    add("decoder"_tr, example.decoder->attentions, example.decoder->tokens,
        AttentionStack::decoder);
    add("cross"_tr, example.decoder->cross, example.tokens, AttentionStack::cross);
    return stacks;
}

/// "decoder: " before a part's finding, where there are several parts.
std::string prefix(const Stack& stack) {
    return stack.name.empty() ? "" : std::string(stack.name) + ": ";
}

void append(std::string& text, const std::string& more) {
    if (!text.empty()) text += "; ";
    text += more;
}

std::string sizesOf(const Stack& stack) {
    const AttentionTensor& t = *stack.tensor;
    std::string text = pluralText(t.layers, "{} layer|{} layers"_tr) + ", ";
    if (t.isAttention()) text += pluralText(t.heads, "{} head|{} heads"_tr) + ", ";
    return text + (stack.of != AttentionStack::cross
                       ? pluralText(t.keys, "{} token|{} tokens"_tr)
                       : formatText("{} queries on {} keys"_tr, {t.queries, t.keys}));
}

CheckLine shapeLine(const std::vector<Stack>& stacks) {
    CheckLine line = lineOf("Shape"_tr);
    for (const Stack& stack : stacks) append(line.text, prefix(stack) + sizesOf(stack));
    if (std::ranges::any_of(stacks, [](const Stack& each) { return each.tensor->isHalf(); }))
        line.text = formatText("{}, as 16-bit numbers"_tr, {line.text});
    return line;
}

CheckLine contributionLine(const Example& example) {
    std::string text = example.contributionKind.empty()
                           ? std::string("method not specified"_tr)
                           : std::string(contributionCaption(example.contributionKind));
    return lineOf(
        "Contributions"_tr,
        formatText(example.contributions.isGlobal() ? "{}, global (from the input to each layer)"_tr
                                                    : "{}, per layer"_tr,
                   {text}));
}

CheckLine tokenLine(const Example& example) {
    if (example.tokensAreNumbered) {
        return lineOf("Tokens"_tr, "none that fit, so numbers are shown"_tr, true);
    }
    std::string text =
        pluralText(static_cast<int>(example.tokens.size()), "{} string|{} strings"_tr);
    if (example.decoder) {
        text += ", " + pluralText(static_cast<int>(example.decoder->tokens.size()),
                                  "{} decoder string|{} decoder strings"_tr);
    }
    return lineOf("Tokens"_tr, std::move(text));
}

std::string offRows(const RowSumDeviation& found, const AttentionTensor& t, int first) {
    const long long rows = 1LL * t.layers * t.heads * t.queries;
    const std::string count =
        sayCount(formNumber(found.rowsBeyond),
                 "{} of {} rows does not sum to 1|{} of {} rows do not sum to 1"_tr,
                 {found.rowsBeyond, rows});
    return formatText(
        "{}; the worst is row {} of layer {}, head {} (off by {})"_tr,
        {count, found.query + first, found.layer + 1, found.head + first, rounded(found.largest)});
}

void addNumbers(const std::vector<Stack>& stacks, const Document& document, int first,
                std::vector<CheckLine>& lines) {
    CheckLine sums = lineOf("Row sums"_tr);
    long long missing = 0;
    long long cut = 0;
    double largest = 0;
    for (const Stack& stack : stacks) {
        const RowSumDeviation found =
            rowSumDeviation(*stack.tensor, tolerance, stack.cuts, stack.of);
        missing += found.missing;
        cut += found.cut;
        largest = std::max(largest, found.largest);
        if (found.rowsBeyond == 0) continue;
        sums.unusual = true;
        append(sums.text, prefix(stack) + offRows(found, *stack.tensor, first));
    }
    if (!sums.unusual) {
        sums.text = largest == 0 ? std::string("every row sums to 1"_tr)
                                 : formatText("every row sums to 1 (max difference {})"_tr,
                                              {rounded(largest)});
    }
    if (cut > 0)
        sums.text = sayCount(formNumber(cut), "{} ({} cut row ignored)|{} ({} cut rows ignored)"_tr,
                             {sums.text, cut});
    lines.push_back(std::move(sums));
    const auto isBelow0 = [](const Stack& stack) {
        return stack.tensor->isAttention() && stack.tensor->hasNegative;
    };
    if (std::ranges::any_of(stacks, isBelow0))
        lines.push_back(lineOf("Signs"_tr, "some weights are negative"_tr, true));
    std::string text = missing == 0 ? std::string("none"_tr) : numberText(missing);
    const auto inFile = [&](std::uint64_t number, LocalizedText what) {
        if (number > 0) text += ", " + formatText(what, {number});
    };
    inFile(document.nulls, "{} null in the file"_tr);
    inFile(document.infinities, "{} infinite or too large in the file"_tr);
    lines.push_back(lineOf("Missing values"_tr, std::move(text), missing > 0));
}

CheckLine directionLine(const std::vector<Stack>& stacks) {
    CheckLine line = lineOf("Direction"_tr);
    for (const Stack& stack : stacks) {
        if (stack.of == AttentionStack::cross) continue;
        // One token attends to itself in both kinds.
        const LocalizedText found = stack.tensor->queries < 2 ? "one token, so neither"_tr
                                    : isCausal(*stack.tensor) ? "causal"_tr
                                                              : "bidirectional"_tr;
        append(line.text, prefix(stack) + std::string(found));
    }
    if (line.text.empty()) line.text = "the decoder attends to the encoder"_tr;
    return line;
}

/// "9, 10 [PAD]", the first few.
std::string named(const std::vector<int>& tokens, const std::vector<std::string>& texts,
                  int first) {
    std::string list;
    for (std::size_t i = 0; i < std::min(tokens.size(), mostNamed); ++i) {
        const int token = tokens[i];
        if (i > 0) list += ", ";
        list += formatText("{} \"{}\""_tr, {token + first, displayToken(texts, token)});
    }
    if (tokens.size() <= mostNamed) return list;
    return formatText("{} and {} more"_tr, {list, tokens.size() - mostNamed});
}

/// Whether cuts took attention from a key in every layer.
bool isCutKey(const Stack& stack, int key) {
    for (int layer = 0; layer < stack.tensor->layers; ++layer) {
        if (std::ranges::none_of(stack.cuts, [&](const CutEdge& cut) {
                return cut.layer == layer && (cut.key == key || cut.query < 0);
            }))
            return false;
    }
    return true;
}

CheckLine paddingLine(const std::vector<Stack>& stacks, int first) {
    CheckLine line = lineOf("Padding"_tr);
    for (const Stack& stack : stacks) {
        std::vector<int> unseen = unseenKeys(*stack.tensor);
        std::erase_if(unseen, [&](int key) { return isCutKey(stack, key); });
        if (unseen.empty()) continue;
        line.unusual = true;
        const std::string found =
            sayCount(static_cast<int>(unseen.size()),
                     "{} token receives no attention ({})|{} tokens receive no attention ({})"_tr,
                     {unseen.size(), named(unseen, *stack.keys, first)});
        append(line.text, prefix(stack) + found);
    }
    if (!line.unusual) line.text = "none; every token receives attention"_tr;
    return line;
}

/// Whether cuts emptied both heads.
bool isCutHead(const Stack& stack, const DuplicatedHead& pair) {
    std::vector<float> room;
    const auto isZero = [](float weight) { return weight == 0; };
    return std::ranges::any_of(stack.cuts,
                               [&](const CutEdge& cut) { return cut.layer == pair.layer; }) &&
           std::ranges::all_of(stack.tensor->matrix(pair.layer, pair.head, room).values(), isZero);
}

CheckLine duplicateLine(const std::vector<Stack>& stacks, int first) {
    CheckLine line = lineOf("Equal heads"_tr);
    for (const Stack& stack : stacks) {
        std::vector<DuplicatedHead> found = duplicatedHeads(*stack.tensor);
        std::erase_if(found, [&](const DuplicatedHead& one) { return isCutHead(stack, one); });
        if (found.empty()) continue;
        line.unusual = true;
        const DuplicatedHead& d = found.front();
        append(line.text, prefix(stack) + formatText("layer {} head {} equals layer {} head {}"_tr,
                                                     {d.layer + 1, d.head + first, d.sameLayer + 1,
                                                      d.sameHead + first}));
        if (found.size() > 1)
            line.text = formatText("{}, and {} more"_tr, {line.text, found.size() - 1});
    }
    if (!line.unusual) line.text = "none"_tr;
    return line;
}

CheckLine sinkLine(const std::vector<Stack>& stacks) {
    CheckLine line = lineOf("Attention sinks"_tr);
    for (const Stack& stack : stacks) {
        const std::vector<AttentionSink> sinks = sinksOf(*stack.tensor);
        for (std::size_t i = 0; i < std::min(sinks.size(), mostNamed); ++i)
            append(line.text,
                   prefix(stack) +
                       formatText("the other tokens give {} of their attention to \"{}\""_tr,
                                  {rounded(sinks[i].received),
                                   displayToken(*stack.keys, sinks[i].token)}));
    }
    if (line.text.empty()) line.text = "none"_tr;
    return line;
}

CheckLine savedLine(const SavedBy& by) {
    const std::string program =
        by.program.empty() ? std::string("an unnamed program"_tr) : by.program;
    std::string text = by.address.empty() ? formatText("by {}"_tr, {program})
                                          : formatText("by {} at {}"_tr, {program, by.address});
    if (!by.time.empty()) text += ", " + by.time;
    return lineOf("Saved"_tr, std::move(text));
}

}  // namespace

std::vector<CheckLine> checkReport(const Document& document, const Example& example, int first) {
    const std::vector<Stack> stacks = stacksOf(example);
    std::vector<CheckLine> lines;
    if (stacks.empty()) return lines;
    lines.push_back(shapeLine(stacks));
    lines.push_back(tokenLine(example));
    addNumbers(stacks, document, first, lines);
    if (!example.contributions.empty()) lines.push_back(contributionLine(example));
    lines.push_back(directionLine(stacks));
    lines.push_back(paddingLine(stacks, first));
    lines.push_back(duplicateLine(stacks, first));
    if (!example.attentions.empty() || example.decoder) lines.push_back(sinkLine(stacks));
    if (document.saved) lines.push_back(savedLine(*document.saved));
    return lines;
}

}  // namespace hw
