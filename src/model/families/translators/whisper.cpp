// SPDX-License-Identifier: MIT
// Whisper (Radford et al. 2023): an encoder of sound and a decoder of words, pre-LN, learned positions, keys without a
// bias.
#include "model/families/common.h"
#include "model/families/family.h"

namespace hw::model {
namespace {

/// Reads the keys of one of the two stacks, and the common ones.
void readWhisperStack(Config& config, Spec& spec, bool isDecoder) {
    const std::string stack = isDecoder ? "decoder" : "encoder";
    const std::string other = isDecoder ? "encoder" : "decoder";
    readSizes(config, spec,
              {.vocabulary = isDecoder ? "vocab_size" : "",
               .width = "d_model",
               .layers = stack + "_layers",
               .heads = stack + "_attention_heads",
               .mlp = stack + "_ffn_dim"});
    for (const char* size : {"_layers", "_attention_heads", "_ffn_dim"})
        config.ignore(other + size);
    config.only("scale_embedding", false);
    config.only("use_weighted_layer_sum", false);
    // Of the other stack, of training, of a classifier's head, and of writing with times.
    for (const char* key :
         {"vocab_size", "num_mel_bins", "max_source_positions", "max_target_positions",
          "num_hidden_layers", "is_encoder_decoder", "apply_spec_augment", "mask_time_prob",
          "mask_time_length", "mask_time_min_masks", "mask_feature_prob", "mask_feature_length",
          "mask_feature_min_masks", "classifier_proj_size", "median_filter_width",
          "forced_decoder_ids"})
        config.ignore(key);
    spec.activation = readActivation(config, "activation_function", "gelu");
    spec.hasQkvBias = spec.hasOutputBias = spec.hasMlpBias = true;
    spec.hasKeyBias = false;
    spec.position = PositionKind::learned;
    spec.positions = config.whole(isDecoder ? "max_target_positions" : "max_source_positions",
                                  isDecoder ? 448 : 1500);
    spec.names = {.prefixes = {"model.", ""},
                  .positions = stack + ".embed_positions",
                  .block = stack + ".layers.{}.",
                  .attentionNorm = "self_attn_layer_norm",
                  .mlpNorm = "final_layer_norm",
                  .query = "self_attn.q_proj",
                  .key = "self_attn.k_proj",
                  .value = "self_attn.v_proj",
                  .output = "self_attn.out_proj",
                  .up = "fc1",
                  .down = "fc2",
                  .finalNorm = stack + ".layer_norm"};
}

void readWhisper(Config& config, std::string_view architecture, Spec& spec) {
    readWhisperStack(config, spec, false);
    spec.names.embeddings = "encoder.conv1";
    spec.names.convolution = "encoder.conv2";
    spec.vocabulary = spec.positions;
    SoundSpec sound;
    sound.bins = config.whole("num_mel_bins", 80);
    constexpr int mostBins = 1024;
    constexpr int mostPositions = 1 << 16;
    if (sound.bins > mostBins || spec.positions > mostPositions)
        config.fail("num_mel_bins", std::string("Unsupported value."_tr));
    sound.samples = 2 * spec.positions * sound.hop;
    spec.sound = sound;
    encoderHead(spec, architecture);
}

void readWhisperDecoder(Config& config, std::string_view, Spec& spec) {
    readWhisperStack(config, spec, true);
    makeCausal(spec);
    spec.names.embeddings = "decoder.embed_tokens";
    spec.hasCross = true;
    spec.names.crossNorm = "encoder_attn_layer_norm";
    spec.names.crossQuery = "encoder_attn.q_proj";
    spec.names.crossKey = "encoder_attn.k_proj";
    spec.names.crossValue = "encoder_attn.v_proj";
    spec.names.crossOutput = "encoder_attn.out_proj";
    spec.head = nextWordHead("proj_out", true);
}

}  // namespace

constinit const Family whisperFamily{
    .type = "whisper", .name = "Whisper", .read = readWhisper, .decoder = readWhisperDecoder};

}  // namespace hw::model
