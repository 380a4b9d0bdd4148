// SPDX-License-Identifier: MIT
#include "core/report/check_report.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "core/model/contribution_kinds.h"
#include "core/number_text.h"
#include "core/statistics/head_statistics.h"
#include "core/tokens/token_text.h"

namespace hw {
namespace {

constexpr double tolerance = 0.01;
constexpr std::size_t mostNamed = 3;

std::string counted(long long number, const char* noun) {
    return numberText(number) + ' ' + noun + (number == 1 ? "" : "s");
}

std::string rounded(double value) {
    if (value < 0.001) return "less than 0.001";
    return numberText(std::round(value * 1000) / 1000);
}

/// One stack of the example, with what its keys are called.
struct Stack {
    const char* name;
    const AttentionTensor* tensor;
    const std::vector<std::string>* keys;
    bool square;
};

std::vector<Stack> stacksOf(const Example& example) {
    std::vector<Stack> stacks;
    const auto add = [&](const char* name, const AttentionTensor& tensor,
                         const std::vector<std::string>& keys, bool square) {
        if (!tensor.empty()) stacks.push_back({name, &tensor, &keys, square});
    };
    const char* self = example.decoder                 ? "encoder"
                       : example.contributions.empty() ? ""
                                                       : "attention";
    add(self, example.attentions, example.tokens, true);
    add("contributions", example.contributions, example.tokens, true);
    if (!example.decoder) return stacks;
    add("decoder", example.decoder->attentions, example.decoder->tokens, true);
    add("cross", example.decoder->cross, example.tokens, false);
    return stacks;
}

/// "decoder: " before a part's finding, where there are several parts.
std::string prefix(const Stack& stack) { return *stack.name ? std::string(stack.name) + ": " : ""; }

void append(std::string& text, const std::string& more) {
    if (!text.empty()) text += "; ";
    text += more;
}

CheckLine shapeLine(const std::vector<Stack>& stacks) {
    CheckLine line{"Shape", ""};
    for (const Stack& stack : stacks) {
        const AttentionTensor& t = *stack.tensor;
        append(line.text, prefix(stack) + counted(t.layers, "layer") + ", " +
                              (t.isAttention() ? counted(t.heads, "head") + ", " : "") +
                              (stack.square ? counted(t.keys, "token")
                                            : numberText(t.queries) + " queries on " +
                                                  numberText(t.keys) + " keys"));
    }
    if (std::ranges::any_of(stacks, [](const Stack& each) { return each.tensor->isHalf(); }))
        line.text += ", kept as 16-bit numbers";
    return line;
}

CheckLine contributionLine(const Example& example) {
    std::string text = contributionCaption(example.contributionKind);
    if (example.contributionKind.empty()) text = "the file does not say of what method";
    return {"Contributions",
            text + (example.contributions.isGlobal() ? ", global: of the input, up to each layer"
                                                     : ", of each layer")};
}

CheckLine tokenLine(const Example& example) {
    if (example.tokensAreNumbered) {
        return {"Tokens", "the file has none that fit, so positions are numbered", true};
    }
    std::string text = counted(static_cast<long long>(example.tokens.size()), "text");
    if (example.decoder) {
        text += ", " + counted(static_cast<long long>(example.decoder->tokens.size()), "text") +
                " of the decoder";
    }
    return {"Tokens", text};
}

void addNumbers(const std::vector<Stack>& stacks, const Document& document, int firstHead,
                std::vector<CheckLine>& lines) {
    CheckLine sums{"Row sums", ""};
    long long missing = 0;
    double largest = 0;
    for (const Stack& stack : stacks) {
        const RowSumDeviation found = rowSumDeviation(*stack.tensor, tolerance);
        const AttentionTensor& t = *stack.tensor;
        missing += found.missing;
        largest = std::max(largest, found.largest);
        if (found.rowsBeyond == 0) continue;
        sums.unusual = true;
        append(sums.text, prefix(stack) + numberText(found.rowsBeyond) + " of " +
                              counted(1LL * t.layers * t.heads * t.queries, "row") +
                              " do not sum to 1; row " + numberText(found.query) + " of layer " +
                              numberText(found.layer + 1) + ", head " +
                              numberText(found.head + firstHead) + " is off by " +
                              rounded(found.largest));
    }
    if (!sums.unusual) {
        sums.text = largest == 0
                        ? "every row sums to 1"
                        : "every row sums to 1; the largest difference is " + rounded(largest);
    }
    lines.push_back(std::move(sums));
    CheckLine line{"Missing values", missing == 0 ? "none" : numberText(missing), missing > 0};
    const auto inFile = [&](std::uint64_t number, const char* what) {
        if (number > 0) line.text += ", " + numberText(number) + ' ' + what + " in the file";
    };
    inFile(document.nulls, "null");
    inFile(document.infinities, "infinite or too large");
    lines.push_back(std::move(line));
}

CheckLine directionLine(const std::vector<Stack>& stacks) {
    CheckLine line{"Direction", ""};
    for (const Stack& stack : stacks) {
        if (!stack.square) continue;
        append(line.text, prefix(stack) + (isCausal(*stack.tensor) ? "causal, no token looks ahead"
                                                                   : "tokens look both ways"));
    }
    if (line.text.empty()) line.text = "the decoder looks at the encoder's tokens";
    return line;
}

/// "9, 10 [PAD]", the first few.
std::string named(const std::vector<int>& tokens, const std::vector<std::string>& texts) {
    std::string list;
    for (std::size_t i = 0; i < std::min(tokens.size(), mostNamed); ++i) {
        const int token = tokens[i];
        if (i > 0) list += ", ";
        list += numberText(tokens[i]) + " \"" + displayToken(texts[token]) + '"';
    }
    if (tokens.size() > mostNamed)
        list += " and " + numberText(tokens.size() - mostNamed) + " more";
    return list;
}

CheckLine paddingLine(const std::vector<Stack>& stacks) {
    CheckLine line{"Padding", ""};
    for (const Stack& stack : stacks) {
        const std::vector<int> unseen = unseenKeys(*stack.tensor);
        if (unseen.empty()) continue;
        line.unusual = true;
        append(line.text, prefix(stack) + counted(static_cast<long long>(unseen.size()), "token") +
                              " no query looks at: " + named(unseen, *stack.keys));
    }
    if (!line.unusual) line.text = "none; every token is looked at";
    return line;
}

CheckLine duplicateLine(const std::vector<Stack>& stacks, int firstHead) {
    CheckLine line{"Equal heads", ""};
    for (const Stack& stack : stacks) {
        const std::vector<DuplicatedHead> found = duplicatedHeads(*stack.tensor);
        if (found.empty()) continue;
        line.unusual = true;
        const DuplicatedHead& d = found.front();
        const auto head = [&](int layer, int index) {
            return "layer " + numberText(layer + 1) + " head " + numberText(index + firstHead);
        };
        append(line.text,
               prefix(stack) + head(d.layer, d.head) + " equals " + head(d.sameLayer, d.sameHead));
        if (found.size() > 1) line.text += ", and " + numberText(found.size() - 1) + " more";
    }
    if (!line.unusual) line.text = "none";
    return line;
}

/// Sinks by token: in how many layers, and how strong at most.
CheckLine sinkLine(const std::vector<Stack>& stacks) {
    CheckLine line{"Attention sinks", ""};
    for (const Stack& stack : stacks) {
        if (!stack.tensor->isAttention()) continue;
        const bool causal = stack.square && isCausal(*stack.tensor);
        struct Sink {
            int token;
            int layers;
            double most;
        };
        std::vector<Sink> sinks;
        for (const AttentionSink& found : attentionSinks(*stack.tensor, causal)) {
            const auto same = std::ranges::find(sinks, found.token, &Sink::token);
            if (same == sinks.end()) {
                sinks.push_back({found.token, 1, found.share});
            } else {
                ++same->layers;
                same->most = std::max(same->most, found.share);
            }
        }
        std::ranges::stable_sort(sinks, std::greater<>(), &Sink::layers);
        for (std::size_t i = 0; i < std::min(sinks.size(), mostNamed); ++i) {
            const int token = sinks[i].token;
            append(line.text, prefix(stack) + '"' + displayToken((*stack.keys)[token]) +
                                  "\" draws up to " + rounded(sinks[i].most) + " of a layer, in " +
                                  counted(sinks[i].layers, "layer"));
        }
    }
    if (line.text.empty()) line.text = "none; no token draws 0.3 of a layer's attention";
    return line;
}

CheckLine savedLine(const SavedBy& by) {
    std::string text = "by " + (by.program.empty() ? "a program without a name" : by.program);
    if (!by.address.empty()) text += " at " + by.address;
    if (!by.time.empty()) text += ", " + by.time;
    return {"Saved", text};
}

}  // namespace

std::vector<CheckLine> checkReport(const Document& document, const Example& example,
                                   int firstHead) {
    const std::vector<Stack> stacks = stacksOf(example);
    std::vector<CheckLine> lines;
    if (stacks.empty()) return lines;
    lines.push_back(shapeLine(stacks));
    lines.push_back(tokenLine(example));
    addNumbers(stacks, document, firstHead, lines);
    if (!example.contributions.empty()) lines.push_back(contributionLine(example));
    lines.push_back(directionLine(stacks));
    lines.push_back(paddingLine(stacks));
    lines.push_back(duplicateLine(stacks, firstHead));
    if (!example.attentions.empty() || example.decoder) lines.push_back(sinkLine(stacks));
    if (document.saved) lines.push_back(savedLine(*document.saved));
    return lines;
}

}  // namespace hw
