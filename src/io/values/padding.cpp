// SPDX-License-Identifier: MIT
#include "io/values/padding.h"

#include <algorithm>
#include <string>

#include "core/statistics/padding.h"
#include "io/tree/number_format.h"

namespace hw::io {

namespace {

/// Keeps the values of tokens in `kept`, of `axes` axes of `n` tokens each, after any outer axes.
template <class T>
void keepOf(std::vector<T>& values, std::size_t n, const std::vector<int>& kept, int axes) {
    if (values.empty()) return;
    std::vector<T> rest;
    if (axes == 1) {
        for (std::size_t at = 0; at + n <= values.size(); at += n) {
            for (const int token : kept) rest.push_back(std::move(values[at + token]));
        }
    } else {
        rest.reserve(values.size() / (n * n) * kept.size() * kept.size());
        for (std::size_t at = 0; at + n * n <= values.size(); at += n * n) {
            for (const int query : kept) {
                for (const int key : kept) rest.push_back(values[at + query * n + key]);
            }
        }
    }
    values = std::move(rest);
}

void keepOf(AttentionTensor& tensor, const std::vector<int>& kept) {
    if (tensor.empty()) return;
    const std::size_t n = tensor.keys;
    keepOf(tensor.values, n, kept, 2);
    keepOf(tensor.halves, n, kept, 2);
    tensor.queries = tensor.keys = static_cast<int>(kept.size());
}

void keepOf(Example& example, std::size_t n, const std::vector<int>& kept) {
    keepOf(example.attentions, kept);
    keepOf(example.gradients, kept);
    keepOf(example.contributions, kept);
    noteGradients(example.attentions, example.gradients);
    const auto perToken = [&](auto& values) {
        if (values.size() == n) keepOf(values, n, kept, 1);
    };
    perToken(example.tokens);
    perToken(example.words);
    perToken(example.segments);
    perToken(example.predicted);
    perToken(example.predictedProbability);
    for (Importance& score : example.importance) perToken(score.values);
    for (TokenClasses& classes : example.tokenClasses) perToken(classes.classes);
    if (example.fixedResidual.size() % n == 0) keepOf(example.fixedResidual, n, kept, 1);
    const auto place = std::ranges::find(kept, example.outputToken);
    example.outputToken = place == kept.end() ? -1 : static_cast<int>(place - kept.begin());
}

}  // namespace

void leaveOutPadding(const OpenOptions& options, Document& document) {
    if (options.keepPadding || document.saved) return;
    std::uint64_t examples = 0;
    std::uint64_t tokens = 0;
    std::string first;
    for (Example& example : document.examples) {
        if (example.decoder || example.image || example.attentions.empty()) continue;
        const std::vector<int> padding = paddingTokens(example.attentions);
        if (padding.empty()) continue;
        const auto n = static_cast<std::size_t>(example.attentions.keys);
        std::vector<int> kept;
        for (int token = 0; token < example.attentions.keys; ++token) {
            if (!std::ranges::binary_search(padding, token)) kept.push_back(token);
        }
        if (tokens == 0 && example.tokens.size() == n) first = example.tokens[padding[0]];
        keepOf(example, n, kept);
        ++examples;
        tokens += padding.size();
    }
    if (tokens == 0) return;
    document.warnings.push_back(
        {Code::badShape, "tokens",
         formatText("Dropped {} of {}, such as \"{}\" (no other token attends to these)."_tr,
                    {count(tokens, "{} padding token|{} padding tokens"_tr),
                     count(examples, "{} example|{} examples"_tr), excerpt(first)}),
         "Open with padding to see them."_tr, std::nullopt, Offer::padding});
}

}  // namespace hw::io
