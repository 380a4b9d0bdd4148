// SPDX-License-Identifier: MIT
// BERT in GGUF files.
#include <algorithm>
#include <array>

#include "core/localized_text.h"
#include "model/families/common.h"
#include "model/families/gguf/gguf_keys.h"

namespace hw::model {
namespace {

void readBert(GgufKeys& keys, Spec& spec) {
    readGgufSizes(keys, spec, keys.whole("block_count"));
    if (keys.failed()) return;
    spec.placement = Placement::post;
    spec.hasFinalNorm = false;
    spec.hasEmbeddingNorm = true;
    spec.hasQkvBias = spec.hasOutputBias = spec.hasMlpBias = true;
    spec.activation = Activation::gelu;
    spec.epsilon = static_cast<float>(keys.real("attention.layer_norm_epsilon", 1e-12));
    spec.position = PositionKind::learned;
    spec.positions = keys.whole("context_length");
    const char* const types = "tokenizer.ggml.token_type_count";
    spec.types = keys.wholeOf(types, keys.metadata().number(types), 2, 0);
    if (keys.number("attention.causal").value_or(0) != 0)
        keys.fail("bert.attention.causal", std::string("Unsupported value."_tr));
    spec.names.positions = "position_embd";
    spec.names.types = "token_types";
    spec.names.embeddingNorm = "token_embd_norm";
    spec.names.attentionNorm = "attn_output_norm";
    spec.names.mlpNorm = "layer_output_norm";
    spec.head = embeddingHead();
    constexpr std::array<Pool, 4> pools{Pool::mean, Pool::mean, Pool::first, Pool::last};
    const auto pooling =
        static_cast<std::size_t>(std::clamp(keys.number("pooling_type").value_or(1), 0.0, 9.0));
    if (pooling >= pools.size()) {
        keys.fail("bert.pooling_type", std::string("Unsupported value."_tr));
        return;
    }
    spec.head.pool = pools[pooling];
}

}  // namespace

constinit const GgufFamily bertGguf{.architecture = "bert", .name = "BERT", .read = readBert};

}  // namespace hw::model
