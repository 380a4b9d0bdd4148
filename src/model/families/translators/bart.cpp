// SPDX-License-Identifier: MIT
// BART (Lewis et al. 2020) and Marian (Junczys-Dowmunt et al. 2018): encoder and decoder, post-LN, every linear with a
// bias. BART has learned positions, from row 2 on, and a norm of the embeddings. Marian's positions are sines and
// cosines.
#include <cmath>

#include "model/families/common.h"
#include "model/families/family.h"

namespace hw::model {
namespace {

/// Reads the keys of one of the two stacks, and the common ones.
void readStack(Config& config, Spec& spec, bool isDecoder) {
    const std::string stack = isDecoder ? "decoder" : "encoder";
    const std::string other = isDecoder ? "encoder" : "decoder";
    readSizes(config, spec,
              {.width = "d_model",
               .layers = stack + "_layers",
               .heads = stack + "_attention_heads",
               .mlp = stack + "_ffn_dim"});
    for (const char* size : {"_layers", "_attention_heads", "_ffn_dim"})
        config.ignore(other + size);
    // The library ignores these keys. A value that means another formula is still rejected.
    config.only("add_bias_logits", false);
    config.only("add_final_layer_norm", false);
    config.only("normalize_before", false);
    for (const char* key : {"num_hidden_layers", "is_encoder_decoder", "extra_pos_embeddings",
                            "force_bos_token_to_be_generated"})
        config.ignore(key);
    spec.activation = readActivation(config, "activation_function", "gelu");
    spec.placement = Placement::post;
    spec.hasFinalNorm = false;
    spec.hasQkvBias = spec.hasOutputBias = spec.hasMlpBias = true;
    spec.position = PositionKind::learned;
    if (config.flag("scale_embedding", false))
        spec.embeddingScale = static_cast<float>(std::sqrt(spec.width));
    spec.names = {
        .prefixes = {"model.", ""},
        .embeddings = "shared|" + stack + ".embed_tokens|encoder.embed_tokens|decoder.embed_tokens",
        .block = stack + ".layers.{}.",
        .attentionNorm = "self_attn_layer_norm",
        .mlpNorm = "final_layer_norm",
        .query = "self_attn.q_proj",
        .key = "self_attn.k_proj",
        .value = "self_attn.v_proj",
        .output = "self_attn.out_proj",
        .up = "fc1",
        .down = "fc2"};
    if (!isDecoder) return;
    makeCausal(spec);
    spec.hasCross = true;
    spec.names.crossNorm = "encoder_attn_layer_norm";
    spec.names.crossQuery = "encoder_attn.q_proj";
    spec.names.crossKey = "encoder_attn.k_proj";
    spec.names.crossValue = "encoder_attn.v_proj";
    spec.names.crossOutput = "encoder_attn.out_proj";
    spec.head = nextWordHead("lm_head", true);
    spec.head.outBias = "final_logits_bias";
}

void readBartStack(Config& config, Spec& spec, bool isDecoder) {
    readStack(config, spec, isDecoder);
    config.only("normalize_embedding", true);
    config.only("static_position_embeddings", false);
    spec.positionOffset = 2;
    spec.positions = config.whole("max_position_embeddings", 1024) + spec.positionOffset;
    spec.hasEmbeddingNorm = true;
    const std::string stack = isDecoder ? "decoder." : "encoder.";
    spec.names.positions = stack + "embed_positions";
    spec.names.embeddingNorm = stack + "layernorm_embedding";
}

void readMarianStack(Config& config, Spec& spec, bool isDecoder) {
    readStack(config, spec, isDecoder);
    config.only("normalize_embedding", false);
    config.only("static_position_embeddings", true);
    config.only("share_encoder_decoder_embeddings", true);
    config.only("decoder_vocab_size", double{1} * spec.vocabulary);
    spec.hasSinusoids = true;
    spec.positions = config.whole("max_position_embeddings", 1024);
}

void readBart(Config& config, std::string_view architecture, Spec& spec) {
    readBartStack(config, spec, false);
    encoderHead(spec, architecture);
}

void readBartDecoder(Config& config, std::string_view, Spec& spec) {
    readBartStack(config, spec, true);
}

void readMarian(Config& config, std::string_view architecture, Spec& spec) {
    readMarianStack(config, spec, false);
    encoderHead(spec, architecture);
}

void readMarianDecoder(Config& config, std::string_view, Spec& spec) {
    readMarianStack(config, spec, true);
}

}  // namespace

constinit const Family bartFamily{
    .type = "bart", .name = "BART", .read = readBart, .decoder = readBartDecoder};
constinit const Family marianFamily{
    .type = "marian", .name = "Marian", .read = readMarian, .decoder = readMarianDecoder};

}  // namespace hw::model
