// SPDX-License-Identifier: MIT
#include "io/tree/no_weights.h"

#include "io/tree/number_format.h"

namespace hw::io {

namespace {

// "1 to 3, 5" for numbers that follow one another, from 1. Long lists end in "...".
std::string ranges(const std::vector<std::uint32_t>& numbers) {
    constexpr int most = 12;
    std::string text;
    int shown = 0;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t end = i + 1;
        while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
        if (!text.empty()) text += ", ";
        if (shown++ == most) return text + "...";
        text += std::to_string(numbers[i] + 1);
        if (end - i > 1) text += (end - i == 2 ? ", " : "–") + std::to_string(numbers[end - 1] + 1);
        i = end;
    }
    return text;
}

}  // namespace

Problem noWeights(const std::string& place, std::uint64_t byte) {
    return problemAt(
        Code::noWeights, place, byte,
        "The attention is null. Fused kernels (SDPA or FlashAttention) don’t return weights."_tr,
        "Load with AutoModel.from_pretrained(name, attn_implementation=\"eager\") and call with output_attentions=True."_tr);
}

bool isPickle(const Tree& tree, NodeId node) {
    return tree.is(node, Kind::null) && tree.truth(node);
}

Problem pickled(const std::string& place) {
    return {
        Code::badNumber, place,
        "The array contains Python objects (a pickle), which are never read."_tr,
        "Save one array of numbers per layer with `numpy.savez(\"attention.npz\", *layers)`, and tokens as strings with `tokens=numpy.array(tokens, dtype=str)`."_tr,
        std::nullopt};
}

Problem someAbsent(const std::string& place, bool layers, const std::vector<std::uint32_t>& absent,
                   std::uint32_t present) {
    std::vector<std::uint32_t> there;
    std::size_t next = 0;
    const auto all = static_cast<std::uint32_t>(absent.size()) + present;
    for (std::uint32_t i = 0; i < all; ++i) {
        if (next < absent.size() && absent[next] == i) {
            ++next;
        } else {
            there.push_back(i);
        }
    }
    return {
        Code::badShape, place,
        formatText(layers ? "{} of {} layers have attention ({}). The others ({}) are null."_tr
                          : "{} of {} entries have attention ({}). The others ({}) are null."_tr,
                   {present, all, ranges(there), ranges(absent)}),
        layers
            ? "State space, convolution and linear attention layers have none. Rollout and flow skip them, and the others are renumbered."_tr
            : "Save them with attn_implementation=\"eager\" too."_tr,
        std::nullopt};
}

}  // namespace hw::io
