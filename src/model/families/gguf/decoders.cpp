// SPDX-License-Identifier: MIT
// Decoders in GGUF files. Unlike in safetensors, Gemma's norms already include the 1, GPT-2's matrices are
// [outputs][inputs], and llama's rows of q and k are permuted.
#include <algorithm>
#include <cmath>

#include "core/localized_text.h"
#include "model/families/common.h"
#include "model/families/gguf/gguf_keys.h"

namespace hw::model {
namespace {

void readRotaries(GgufKeys& keys, Spec& spec) {
    const int width = keys.whole("rope.dimension_count", spec.headWidth);
    const double base = keys.real("rope.freq_base", 10000);
    const std::string scaling(keys.text("rope.scaling.type").value_or("none"));
    const double factor = keys.real("rope.scaling.factor", 1);
    const int trained = keys.whole("rope.scaling.original_context_length", 0);
    const double grown = keys.real("rope.scaling.attn_factor", 1);
    keys.ignore("rope.scaling.finetuned");
    if (width > spec.headWidth || width > mostRotaryWidth || !(base > 0) || !(factor > 0))
        keys.fail(keys.architecture() + ".rope", std::string("Invalid frequencies."_tr));
    if (scaling != "none" && scaling != "linear")
        keys.fail(keys.architecture() + ".rope.scaling.type",
                  formatText("Unsupported RoPE type “{}”."_tr, {io::excerpt(scaling)}));
    if (keys.failed()) return;
    spec.rotaries = {plainRotary(width / 2 * 2, base)};
    // LongRoPE's factors are tensors, which the loader applies.
    spec.rotaries[0].shortTokens = trained;
    spec.rotaries[0].scale = grown;
    if (scaling == "linear")
        for (double& frequency : spec.rotaries[0].frequencies) frequency /= factor;
    for (LayerKind& layer : spec.layers) layer.rotary = 0;
}

void readDecoder(GgufKeys& keys, Spec& spec, bool isRms) {
    readGgufSizes(keys, spec, keys.whole("block_count"));
    if (keys.failed()) return;
    spec.norm = isRms ? NormKind::rms : NormKind::layer;
    spec.hasNormBias = !isRms;
    spec.epsilon = static_cast<float>(keys.real(
        isRms ? "attention.layer_norm_rms_epsilon" : "attention.layer_norm_epsilon", 1e-5));
    makeCausal(spec);
    spec.head = nextWordHead("output", true);
}

void readGpt2(GgufKeys& keys, Spec& spec) {
    readDecoder(keys, spec, false);
    spec.activation = Activation::geluTanh;
    spec.qkv = QkvForm::grouped;
    spec.hasQkvBias = spec.hasOutputBias = spec.hasMlpBias = true;
    spec.position = PositionKind::learned;
    spec.positions = keys.whole("context_length");
    spec.names.positions = "position_embd";
}

/// For Llama and similar models.
void readLlamaKind(GgufKeys& keys, Spec& spec) {
    readDecoder(keys, spec, true);
    spec.activation = Activation::silu;
    spec.mlp = MlpForm::gated;
    readRotaries(keys, spec);
}

void slideAll(GgufKeys& keys, Spec& spec) {
    if (!keys.number("attention.sliding_window")) return;
    makeCausal(spec, keys.whole("attention.sliding_window", {}, 0));
    for (LayerKind& layer : spec.layers) layer.rotary = spec.rotaries.empty() ? -1 : 0;
}

void readLlama(GgufKeys& keys, Spec& spec) {
    readLlamaKind(keys, spec);
    spec.pairedRotary = true;
    slideAll(keys, spec);
}

void readQwen2(GgufKeys& keys, Spec& spec) {
    readLlamaKind(keys, spec);
    spec.hasQkvBias = true;
}

void readQwen3(GgufKeys& keys, Spec& spec) {
    readLlamaKind(keys, spec);
    spec.hasQueryKeyNorm = true;
}

/// Its gate comes before its up in one matrix, as in the library's files.
void readPhi3(GgufKeys& keys, Spec& spec) {
    readLlamaKind(keys, spec);
    spec.qkv = QkvForm::grouped;
    spec.mlp = MlpForm::gatedFused;
    slideAll(keys, spec);
}

/// For the sliding layers: llama.cpp's key, or ollama's.
double localBase(GgufKeys& keys) {
    const double ollamas = keys.real("rope.local.freq_base", 10000);
    return keys.real("rope.freq_base_swa", ollamas);
}

void readGemma(GgufKeys& keys, Spec& spec, bool isThird) {
    readLlamaKind(keys, spec);
    spec.activation = Activation::geluTanh;
    spec.embeddingScale = static_cast<float>(std::sqrt(spec.width));
    spec.hasBranchNorms = true;
    spec.names.attentionBranchNorm = "post_attention_norm";
    spec.names.mlpBranchNorm = "post_ffw_norm";
    spec.scoreCap = static_cast<float>(keys.real("attn_logit_softcapping", 0));
    spec.head.cap = static_cast<float>(keys.real("final_logit_softcapping", 0));
    const int window = keys.whole("attention.sliding_window", 4096);
    spec.hasQueryKeyNorm = isThird;
    // query_pre_attn_scalar has no key. Only the models of 27 B parameters differ from the heads' width.
    constexpr int layersOf27B[] = {46, 62};
    if (std::ranges::find(layersOf27B, spec.layerCount()) != std::end(layersOf27B))
        for (LayerKind& layer : spec.layers)
            layer.scale = static_cast<float>(1 / std::sqrt(spec.width / spec.heads));
    if (isThird && !spec.rotaries.empty())
        spec.rotaries.push_back(plainRotary(spec.headWidth, localBase(keys)));
    const int every = isThird ? keys.whole("attention.sliding_window_pattern", 6) : 2;
    for (int layer = 0; layer < spec.layerCount(); ++layer) {
        const bool slides = isThird ? (layer + 1) % every != 0 : layer % 2 == 0;
        if (!slides) continue;
        spec.layers[layer].back = window - 1;
        if (isThird) spec.layers[layer].rotary = 1;
    }
}

void readGemma2(GgufKeys& keys, Spec& spec) { readGemma(keys, spec, false); }
void readGemma3(GgufKeys& keys, Spec& spec) { readGemma(keys, spec, true); }

}  // namespace

constinit const GgufFamily gpt2Gguf{.architecture = "gpt2", .name = "GPT-2", .read = readGpt2};
constinit const GgufFamily llamaGguf{.architecture = "llama", .name = "Llama", .read = readLlama};
constinit const GgufFamily qwen2Gguf{.architecture = "qwen2", .name = "Qwen2", .read = readQwen2};
constinit const GgufFamily qwen3Gguf{.architecture = "qwen3", .name = "Qwen3", .read = readQwen3};
constinit const GgufFamily phi3Gguf{.architecture = "phi3", .name = "Phi-3", .read = readPhi3};
constinit const GgufFamily gemma2Gguf{
    .architecture = "gemma2", .name = "Gemma 2", .read = readGemma2};
constinit const GgufFamily gemma3Gguf{
    .architecture = "gemma3", .name = "Gemma 3", .read = readGemma3};

}  // namespace hw::model
