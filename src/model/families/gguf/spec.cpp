// SPDX-License-Identifier: MIT
// The families as GGUF files have them (llama.cpp's names of keys and tensors). Other than in safetensors, Gemma's norms
// hold their 1 already, GPT-2's matrices are [outputs][inputs], and llama's rows of q and k are permuted.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "core/number_text.h"
#include "core/words.h"
#include "model/families/common.h"
#include "model/families/family.h"

namespace hw::model {
namespace {

/// Keys of one architecture, noted when they are asked for.
class GgufKeys {
public:
    explicit GgufKeys(const Metadata& metadata)
        : metadata_(metadata), architecture_(metadata.text("general.architecture").value_or("")) {}

    const std::string& architecture() const { return architecture_; }
    std::optional<double> number(const std::string& key) {
        const std::string whole = architecture_ + "." + key;
        asked_.insert(whole);
        if (const auto one = metadata_.number(whole)) return one;
        const auto* list = metadata_.numbers(whole);  // one for each layer
        if (list == nullptr || list->empty()) return {};
        if (std::ranges::adjacent_find(*list, std::ranges::not_equal_to()) != list->end())
            fail(whole, std::string("Layers of different sizes are not supported."_tr));
        return list->front();
    }
    int whole(const std::string& key, std::optional<int> fallback = {}) {
        const auto found = number(key);
        if (!found && fallback) return *fallback;
        constexpr double most = 1 << 24;
        if (found && *found >= 1 && *found <= most && *found == std::floor(*found))
            return static_cast<int>(*found);
        fail(architecture_ + "." + key,
             found ? say("A whole number is expected, found {}."_tr, {numberText(*found)})
                   : std::string("This key is missing."_tr));
        return 1;
    }
    /// As Config::real().
    double real(const std::string& key, double fallback) {
        const auto found = number(key);
        if (!found) return fallback;
        if (*found >= 0 && *found <= mostReal) return *found;
        fail(architecture_ + "." + key,
             say("A number from 0 to 10^12 is expected, found {}."_tr, {numberText(*found)}));
        return fallback;
    }
    std::optional<std::string_view> text(const std::string& key) {
        asked_.insert(architecture_ + "." + key);
        return metadata_.text(architecture_ + "." + key);
    }
    void ignore(const std::string& key) { asked_.insert(architecture_ + "." + key); }
    void fail(std::string place, std::string finding) {
        if (!problem_)
            problem_ = Problem{.code = Code::badArgument,
                               .place = std::move(place),
                               .finding = std::move(finding),
                               .remedy = {},
                               .byte = {}};
    }
    bool failed() const { return problem_.has_value(); }
    Result<void> finish() {
        for (const auto& [key, value] : metadata_.entries)
            if (key.starts_with(architecture_ + ".") && !asked_.contains(key))
                fail(
                    key,
                    std::string(
                        "This key is not known for this family; it may change the model's mathematics."_tr));
        if (problem_) return std::unexpected(*problem_);
        return {};
    }

private:
    const Metadata& metadata_;
    std::string architecture_;
    std::set<std::string> asked_;
    std::optional<Problem> problem_;
};

/// Which architectures there are, and the names of the families.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> known{{
    {"bert", "BERT"},
    {"gpt2", "GPT-2"},
    {"llama", "Llama"},
    {"qwen2", "Qwen2"},
    {"qwen3", "Qwen3"},
    {"gemma2", "Gemma 2"},
    {"gemma3", "Gemma 3"},
}};

TensorNames blockNames() {
    return {.embeddings = "token_embd",
            .block = "blk.{}.",
            .attentionNorm = "attn_norm",
            .mlpNorm = "ffn_norm",
            .query = "attn_q",
            .key = "attn_k",
            .value = "attn_v",
            .qkv = "attn_qkv",
            .output = "attn_output",
            .queryNorm = "attn_q_norm",
            .keyNorm = "attn_k_norm",
            .gate = "ffn_gate",
            .up = "ffn_up",
            .down = "ffn_down",
            .finalNorm = "output_norm"};
}

int vocabularyOf(const Metadata& metadata, GgufKeys& keys) {
    const auto size = keys.number("vocab_size");
    const auto* tokens = metadata.texts("tokenizer.ggml.tokens");
    if (tokens != nullptr) return static_cast<int>(tokens->size());
    if (size && *size >= 1 && *size < 1 << 24) return static_cast<int>(*size);
    keys.fail("tokenizer.ggml.tokens", std::string("This key is missing."_tr));
    return 1;
}

void readCommonSizes(const Metadata& metadata, GgufKeys& keys, Spec& spec) {
    spec.width = spec.embeddingWidth = keys.whole("embedding_length");
    spec.heads = keys.whole("attention.head_count");
    spec.keyHeads = keys.whole("attention.head_count_kv", spec.heads);
    spec.mlpWidth = keys.whole("feed_forward_length");
    spec.headWidth = keys.whole("attention.key_length", std::max(1, spec.width / spec.heads));
    if (keys.whole("attention.value_length", spec.headWidth) != spec.headWidth)
        keys.fail("attention.value_length",
                  std::string("Keys and values of different widths are not supported."_tr));
    spec.vocabulary = vocabularyOf(metadata, keys);
    const int layers = keys.whole("block_count");
    constexpr int mostLayers = 1000;
    if (layers > mostLayers || spec.heads % spec.keyHeads != 0)
        keys.fail("block_count", std::string("There are too many layers or heads."_tr));
    if (keys.failed()) return;
    spec.blocks = layers;
    spec.layers.resize(layers);
    for (int layer = 0; layer < layers; ++layer)
        spec.layers[layer] = {.scale = static_cast<float>(1 / std::sqrt(spec.headWidth)),
                              .block = layer};
    keys.ignore("context_length");
    spec.names = blockNames();
}

void readRotaries(GgufKeys& keys, Spec& spec) {
    const int width = keys.whole("rope.dimension_count", spec.headWidth);
    const double base = keys.real("rope.freq_base", 10000);
    const std::string scaling(keys.text("rope.scaling.type").value_or("none"));
    const double factor = keys.real("rope.scaling.factor", 1);
    keys.ignore("rope.scaling.original_context_length");
    keys.ignore("rope.scaling.finetuned");
    if (width > spec.headWidth || !(base > 0) || !(factor > 0))
        keys.fail(keys.architecture() + ".rope", std::string("These frequencies are not "
                                                             "possible."_tr));
    if (scaling != "none" && scaling != "linear")
        keys.fail(keys.architecture() + ".rope.scaling.type",
                  say("Rotations of the kind “{}” are not supported."_tr, {scaling}));
    if (keys.failed()) return;
    spec.rotaries = {plainRotary(width / 2 * 2, base)};
    if (scaling == "linear")
        for (double& frequency : spec.rotaries[0].frequencies) frequency /= factor;
    for (LayerKind& layer : spec.layers) layer.rotary = 0;
}

void readDecoder(GgufKeys& keys, Spec& spec) {
    const bool isRms = spec.family != "gpt2";
    spec.norm = isRms ? NormKind::rms : NormKind::layer;
    spec.hasNormBias = !isRms;
    spec.epsilon = static_cast<float>(keys.real(
        isRms ? "attention.layer_norm_rms_epsilon" : "attention.layer_norm_epsilon", 1e-5));
    makeCausal(spec);
    spec.head = nextWordHead("output", true);
    if (!isRms) {
        spec.activation = Activation::geluTanh;
        spec.qkv = QkvForm::grouped;
        spec.hasQkvBias = spec.hasOutputBias = spec.hasMlpBias = true;
        spec.position = PositionKind::learned;
        spec.positions = keys.whole("context_length");
        spec.names.positions = "position_embd";
        return;
    }
    spec.activation = Activation::silu;
    spec.mlp = MlpForm::gated;
    readRotaries(keys, spec);
    spec.pairedRotary = spec.family == "llama";
    spec.hasQkvBias = spec.family == "qwen2";
    spec.hasQueryKeyNorm = spec.family == "qwen3" || spec.family == "gemma3";
    const auto window = keys.number("attention.sliding_window");
    if (window && spec.family == "llama") makeCausal(spec, static_cast<int>(*window));
    if (!spec.rotaries.empty())
        for (LayerKind& layer : spec.layers) layer.rotary = 0;
}

void readGemma(GgufKeys& keys, Spec& spec) {
    spec.activation = Activation::geluTanh;
    spec.embeddingScale = static_cast<float>(std::sqrt(spec.width));
    spec.hasBranchNorms = true;
    spec.names.attentionBranchNorm = "post_attention_norm";
    spec.names.mlpBranchNorm = "post_ffw_norm";
    spec.scoreCap = static_cast<float>(keys.real("attn_logit_softcapping", 0));
    spec.head.cap = static_cast<float>(keys.real("final_logit_softcapping", 0));
    const int window = keys.whole("attention.sliding_window", 4096);
    const bool isThird = spec.family == "gemma3";
    // query_pre_attn_scalar has no key; only the models of 27 B parameters have another one than the heads' width.
    constexpr int layersOf27B[] = {46, 62};
    if (std::ranges::find(layersOf27B, spec.layerCount()) != std::end(layersOf27B))
        for (LayerKind& layer : spec.layers)
            layer.scale = static_cast<float>(1 / std::sqrt(spec.width / spec.heads));
    if (isThird && !spec.rotaries.empty())
        spec.rotaries.push_back(plainRotary(spec.headWidth, 10000));
    for (int layer = 0; layer < spec.layerCount(); ++layer) {
        const bool slides = isThird ? (layer + 1) % 6 != 0 : layer % 2 == 0;
        if (!slides) continue;
        spec.layers[layer].back = window - 1;
        if (isThird) spec.layers[layer].rotary = 1;
    }
}

void readBertKeys(const Metadata& metadata, GgufKeys& keys, Spec& spec) {
    spec.placement = Placement::post;
    spec.hasFinalNorm = false;
    spec.hasEmbeddingNorm = true;
    spec.hasQkvBias = spec.hasOutputBias = spec.hasMlpBias = true;
    spec.activation = Activation::gelu;
    spec.epsilon = static_cast<float>(keys.real("attention.layer_norm_epsilon", 1e-12));
    spec.position = PositionKind::learned;
    spec.positions = keys.whole("context_length");
    spec.types = static_cast<int>(metadata.number("tokenizer.ggml.token_type_count").value_or(2));
    if (keys.number("attention.causal").value_or(0) != 0)
        keys.fail("bert.attention.causal", std::string("This value is not supported."_tr));
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
        keys.fail("bert.pooling_type", std::string("This value is not supported."_tr));
        return;
    }
    spec.head.pool = pools[pooling];
}

}  // namespace

Result<Spec> readGgufSpec(const Metadata& metadata) {
    GgufKeys keys(metadata);
    const auto row =
        std::ranges::find(known, keys.architecture(), [](const auto& pair) { return pair.first; });
    if (row == known.end()) {
        std::string names;
        for (const auto& [type, name] : known)
            names += (names.empty() ? "" : ", ") + std::string(name);
        return std::unexpected(Problem{
            .code = Code::notRecognised,
            .place = "general.architecture",
            .finding =
                say("Models of the family “{}” are not supported."_tr, {keys.architecture()}),
            .remedy = say("These are: {}."_tr, {names}),
            .byte = {}});
    }
    Spec spec;
    spec.family = keys.architecture();
    spec.familyName = row->second;
    readCommonSizes(metadata, keys, spec);
    if (!keys.failed()) {
        if (spec.family == "bert") {
            readBertKeys(metadata, keys, spec);
        } else {
            readDecoder(keys, spec);
            if (spec.family.starts_with("gemma")) readGemma(keys, spec);
        }
    }
    if (auto good = keys.finish(); !good) return std::unexpected(good.error());
    return spec;
}

}  // namespace hw::model
