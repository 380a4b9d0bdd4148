// SPDX-License-Identifier: MIT
#include "io/made_example.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>

#include "core/localized_text.h"
#include "io/values/check.h"

namespace hw::io {
namespace {

constexpr std::size_t longestToken = 10'000;

Result<void> refused(Code code, std::string place) {
    return std::unexpected(Problem{code, std::move(place), "This example’s parts do not match."_tr,
                                   "Check the program that created it."_tr, std::nullopt});
}

/// The required sizes of a stack. 0 layers or heads means any number.
struct StackSizes {
    int layers = 0;
    int heads = 0;
    std::size_t queries = 0;
    std::size_t keys = 0;
    bool isAttention = true;
};

bool isProduct(std::size_t count, std::initializer_list<int> factors) {
    std::size_t product = 1;
    for (const int factor : factors) {
        if (factor < 1 || product > count / static_cast<std::size_t>(factor)) return false;
        product *= factor;
    }
    return product == count;
}

bool fits(const AttentionTensor& tensor, const StackSizes& wanted) {
    const int kinds =
        int{!tensor.values.empty()} + int{!tensor.halves.empty()} + int{!tensor.lent.empty()};
    if (kinds != 1) return false;
    if (wanted.layers > 0 && tensor.layers != wanted.layers) return false;
    if (wanted.heads > 0 && tensor.heads != wanted.heads) return false;
    return std::cmp_equal(tensor.queries, wanted.queries) &&
           std::cmp_equal(tensor.keys, wanted.keys) && tensor.isAttention() == wanted.isAttention &&
           isProduct(tensor.count(), {tensor.layers, tensor.heads, tensor.queries, tensor.keys});
}

/// A stack, and its gradients, which have exactly its sizes.
bool fits(const AttentionTensor& tensor, const AttentionTensor& gradients, StackSizes wanted) {
    if (tensor.empty()) return gradients.empty();
    if (!fits(tensor, wanted)) return false;
    wanted.layers = tensor.layers;
    wanted.heads = tensor.heads;
    return gradients.empty() || fits(gradients, wanted);
}

template <class List>
bool isNoneOr(const List& list, std::size_t count) {
    return list.empty() || list.size() == count;
}

bool fits(const ImageRegion& region, std::size_t tokens) {
    if (region.rows < 1 || region.cols < 1 || region.firstPatchToken < 0) return false;
    return std::uint64_t{1} * region.rows * region.cols + region.firstPatchToken <= tokens;
}

/// Whether the cut edge exists in the attention that it was cut from.
bool fits(const CutEdge& cut, const Example& example) {
    if (cut.of != AttentionStack::encoder && !example.decoder) return false;
    const AttentionTensor& stack = cut.of == AttentionStack::encoder   ? example.attentions
                                   : cut.of == AttentionStack::decoder ? example.decoder->attentions
                                                                       : example.decoder->cross;
    const auto isWithin = [](int value, int end) { return value >= 0 && value < end; };
    const bool isResidual = cut.heads == 0;
    if (cut.query == -1 && cut.key == -1 && !isResidual)
        return isWithin(cut.layer, stack.layers) && isWithin(cut.heads, stack.heads + 1);
    return isWithin(cut.layer, stack.layers) && isWithin(cut.query, stack.queries) &&
           isWithin(cut.key, stack.keys) && isWithin(cut.heads, stack.heads + 1) &&
           !(isResidual && (cut.query != cut.key || cut.of == AttentionStack::cross));
}

Result<void> checkDecoder(const Example& example) {
    if (!example.decoder) return {};
    const Decoder& decoder = *example.decoder;
    const std::size_t queries = decoder.tokens.size();
    if (queries == 0) return refused(Code::badShape, "decoder.tokens");
    if (!fits(decoder.attentions, decoder.gradients, {.queries = queries, .keys = queries}))
        return refused(Code::badShape, "decoder.attentions");
    const StackSizes cross{
        .layers = decoder.attentions.layers, .queries = queries, .keys = example.tokens.size()};
    if (decoder.cross.empty() || !fits(decoder.cross, decoder.crossGradients, cross))
        return refused(Code::badShape, "cross.attentions");
    return {};
}

Result<void> checkStacks(const Example& example) {
    const std::size_t count = example.tokens.size();
    if (!fits(example.attentions, example.gradients, {.queries = count, .keys = count}))
        return refused(Code::badShape, "attentions");
    const StackSizes contributed{.heads = 1, .queries = count, .keys = count, .isAttention = false};
    if (!fits(example.contributions, {}, contributed))
        return refused(Code::badShape, "contributions");
    if (auto good = checkDecoder(example); !good) return good;
    if (example.attentions.empty() && example.contributions.empty() && !example.decoder)
        return refused(Code::badShape, "attentions");
    return {};
}

Result<void> checkTokens(const Example& example) {
    const auto isLong = [](const std::string& token) { return token.size() > longestToken; };
    const bool inDecoder = example.decoder && std::ranges::any_of(example.decoder->tokens, isLong);
    if (inDecoder || std::ranges::any_of(example.tokens, isLong))
        return refused(Code::tooLarge, "tokens");
    if (example.tokens.empty()) return refused(Code::badShape, "tokens");
    return {};
}

/// The other fields of the example about its tokens. Returns the name of one that does not fit, as in a file, or null
/// if all fit.
const char* unfit(const Example& example) {
    const std::size_t count = example.tokens.size();
    const std::size_t outputs = example.decoder ? example.decoder->tokens.size() : count;
    const auto isBelow = [&](int low) {
        return
            [low, count](int value) { return value < low || std::cmp_greater_equal(value, count); };
    };
    if (!isNoneOr(example.words, count) || std::ranges::any_of(example.words, isBelow(-1)))
        return "words";
    if (!isNoneOr(example.segments, count) || std::ranges::any_of(example.segments, isBelow(0)))
        return "segments";
    if (example.outputToken < meanOfTokens || std::cmp_greater_equal(example.outputToken, outputs))
        return "outputToken";
    const std::size_t rows = std::size_t{1} * example.attentions.layers * count;
    if (!isNoneOr(example.fixedResidual, rows) ||
        !std::ranges::all_of(example.fixedResidual, [](float r) { return r >= 0 && r <= 1; }))
        return "fixedResidual";
    if (!isNoneOr(example.predicted, outputs)) return "predicted";
    if (!isNoneOr(example.predictedProbability, example.predicted.size()) ||
        std::ranges::any_of(example.predictedProbability, [](float p) { return p < 0 || p > 1; }))
        return "predictedProbability";
    const auto isMisplaced = [&](const CutEdge& cut) { return !fits(cut, example); };
    if (std::ranges::any_of(example.cuts, isMisplaced)) return "cuts";
    const auto isShort = [&](const Importance& one) { return one.values.size() != count; };
    if (std::ranges::any_of(example.importance, isShort)) return "importance";
    const auto isUnclassed = [&](const TokenClasses& one) { return one.classes.size() != count; };
    if (std::ranges::any_of(example.tokenClasses, isUnclassed)) return "tokenClasses";
    for (const PatchGrid& grid : example.grids) {
        if (!fits(ImageRegion{"", grid.rows, grid.cols, grid.firstPatchToken}, count))
            return "grids";
    }
    for (int i = 0; example.image && i < example.image->regions(); ++i) {
        if (!fits(example.image->region(i), count)) return "image";
    }
    // Only links have products, and their example has no single heads.
    return example.productGradients ? "gradientKind" : nullptr;
}

}  // namespace

Result<std::vector<Problem>> takeExample(Example& example) {
    if (auto good = checkTokens(example); !good) return std::unexpected(good.error());
    if (auto good = checkStacks(example); !good) return std::unexpected(good.error());
    if (const char* place = unfit(example))
        return std::unexpected(refused(Code::badShape, place).error());
    noteGradients(example.attentions, example.gradients);
    if (example.decoder) {
        noteGradients(example.decoder->attentions, example.decoder->gradients);
        noteGradients(example.decoder->cross, example.decoder->crossGradients);
    }
    return checkExample(example);
}

}  // namespace hw::io
