// SPDX-License-Identifier: MIT
#include "core/result/uniform_causal.h"

namespace hw {

Example uniformCausal(const Example& example, Part part) {
    Example uniform;
    uniform.tokens = example.tokens;
    uniform.tokensAreNumbered = example.tokensAreNumbered;
    uniform.words = example.words;
    uniform.segments = example.segments;
    uniform.specialTokens = example.specialTokens;
    uniform.fixedResidual = example.fixedResidual;
    if (example.decoder) uniform.decoder.emplace().tokens = example.decoder->tokens;
    const AttentionTensor* given = tensorOf(example, part);
    if (given == nullptr || part == Part::cross) return uniform;
    AttentionTensor& tensor = part == Part::decoder   ? uniform.decoder->attentions
                              : part == Part::encoder ? uniform.attentions
                                                      : uniform.contributions;
    tensor.layers = given->layers;
    tensor.heads = 1;
    tensor.queries = given->queries;
    tensor.keys = given->keys;
    tensor.kind = given->kind;
    tensor.isUniform = true;
    return uniform;
}

}  // namespace hw
