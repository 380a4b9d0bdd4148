// SPDX-License-Identifier: MIT
// T5 in GGUF files. The tensors show whether its feed-forward part is gated, and its head tied.
#include <cmath>
#include <string>

#include "core/localized_text.h"
#include "model/families/common.h"
#include "model/families/gguf/gguf_keys.h"

namespace hw::model {
namespace {

/// `stack`: "enc." or "dec.".
void readStack(GgufKeys& keys, Spec& spec, const std::string& stack, int layers) {
    readGgufSizes(keys, spec, layers);
    for (const char* key : {"decoder_start_token_id", "decoder_block_count", "block_count",
                            "attention.layer_norm_epsilon"})
        keys.ignore(key);
    if (keys.failed()) return;
    if (spec.keyHeads != spec.heads)
        keys.fail("t5.attention.head_count_kv", std::string("Unsupported value."_tr));
    for (LayerKind& layer : spec.layers) layer.scale = 1;
    spec.norm = NormKind::rms;
    spec.hasNormBias = false;
    spec.epsilon = static_cast<float>(keys.real("attention.layer_norm_rms_epsilon",
                                                keys.real("attention.layer_norm_epsilon", 1e-6)));
    spec.bucketCount = keys.whole("attention.relative_buckets_count");
    spec.bucketDistance = 128;  // there is no key for it
    const bool isGated = keys.hasTensor(stack + "blk.0.ffn_gate.weight");
    spec.mlp = isGated ? MlpForm::gated : MlpForm::plain;
    spec.activation = isGated ? Activation::geluTanh : Activation::relu;
    spec.names.block = stack + "blk.{}.";
    spec.names.output = "attn_o";
    spec.names.finalNorm = stack + "output_norm";
    spec.names.buckets = stack + "blk.0.attn_rel_b";
}

void readEncoder(GgufKeys& keys, Spec& spec) {
    readStack(keys, spec, "enc.", keys.whole("block_count"));
    spec.head = embeddingHead();
}

void readDecoder(GgufKeys& keys, Spec& spec) {
    readStack(keys, spec, "dec.", keys.whole("decoder_block_count", keys.whole("block_count")));
    makeCausal(spec);
    spec.hasCross = true;
    spec.names.crossNorm = "cross_attn_norm";
    spec.names.crossQuery = "cross_attn_q";
    spec.names.crossKey = "cross_attn_k";
    spec.names.crossValue = "cross_attn_v";
    spec.names.crossOutput = "cross_attn_o";
    spec.head = nextWordHead("output", true);
    if (!keys.hasTensor("output.weight"))
        spec.head.scale = static_cast<float>(1 / std::sqrt(spec.width));
}

}  // namespace

constinit const GgufFamily t5Gguf{
    .architecture = "t5", .name = "T5", .read = readEncoder, .decoder = readDecoder};
constinit const GgufFamily t5EncoderGguf{
    .architecture = "t5encoder", .name = "T5", .read = readEncoder};

}  // namespace hw::model
