// SPDX-License-Identifier: MIT
// A prompt whose flows are long.
#pragma once

#include <string>

#include "core/flow/long_prompts.h"
#include "core/model/attention_model.h"

namespace hw::test {

/// Just enough capacities to count as long.
inline constexpr int tokens = 632;
inline constexpr int layers = 8;

inline AttentionTensor prompt(int width) {
    flow_graphs::LongPrompt made({layers, width}, 4);
    AttentionTensor tensor;
    tensor.layers = layers;
    tensor.heads = 1;
    tensor.queries = tensor.keys = width;
    for (int layer = 0; layer < layers; ++layer)
        for (const double weight : made.next()) tensor.values.push_back(static_cast<float>(weight));
    return tensor;
}

inline std::string promptText() {
    const AttentionTensor tensor = prompt(tokens);
    std::string text = "{\"attentions\":[";
    for (std::size_t at = 0; at < tensor.values.size(); ++at) {
        const bool isRow = at % tokens == 0, isMatrix = at % (tokens * tokens) == 0;
        text += at == 0 ? "[[" : isMatrix ? "]],[[" : isRow ? "],[" : ",";
        text += std::to_string(static_cast<double>(tensor.values[at]));
    }
    return text + "]]]}";
}

}  // namespace hw::test
