// SPDX-License-Identifier: MIT
#include "model/families/gguf/gguf_keys.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/localized_text.h"
#include "core/number_text.h"
#include "io/tree/number_format.h"
#include "model/network/config.h"
#include "model/network/key_kinds.h"

namespace hw::model {
namespace {

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

int vocabularyOf(GgufKeys& keys) {
    const auto size = keys.number("vocab_size");
    const auto* tokens = keys.metadata().texts("tokenizer.ggml.tokens");
    if (tokens != nullptr) return static_cast<int>(tokens->size());
    if (size && *size >= 1 && *size <= largestSize) return static_cast<int>(*size);
    keys.fail("tokenizer.ggml.tokens", std::string("This key is missing."_tr));
    return 1;
}

}  // namespace

GgufKeys::GgufKeys(const ModelFiles& files)
    : files_(files), architecture_(files.metadata.text("general.architecture").value_or("")) {}

std::optional<double> GgufKeys::number(const std::string& key) {
    const std::string whole = architecture_ + "." + key;
    asked_.insert(whole);
    if (const auto one = metadata().number(whole)) return one;
    const auto* list = metadata().numbers(whole);  // one per layer
    if (list == nullptr || list->empty()) return {};
    for (std::size_t i = 1; i < list->size(); ++i)
        if ((*list)[i] != (*list)[0])
            fail(whole, std::string("Layers of different sizes aren’t supported."_tr));
    return (*list)[0];
}

int GgufKeys::whole(const std::string& key, std::optional<int> fallback, int least) {
    return wholeOf(architecture_ + "." + key, number(key), fallback, least);
}

int GgufKeys::wholeOf(const std::string& key, std::optional<double> found,
                      std::optional<int> fallback, int least) {
    if (!found && fallback) return *fallback;
    if (found && *found >= least && *found <= largestSize && *found == std::floor(*found))
        return static_cast<int>(*found);
    fail(key, found ? formatText("Expected a whole number, but found {}."_tr, {numberText(*found)})
                    : std::string("This key is missing."_tr));
    return least;
}

double GgufKeys::real(const std::string& key, double fallback) {
    const auto found = number(key);
    if (!found) return fallback;
    if (*found >= 0 && *found <= mostReal) return *found;
    fail(architecture_ + "." + key,
         formatText("Expected a number from 0 to 10^12, but found {}."_tr, {numberText(*found)}));
    return fallback;
}

std::optional<std::string_view> GgufKeys::text(const std::string& key) {
    asked_.insert(architecture_ + "." + key);
    return metadata().text(architecture_ + "." + key);
}

void GgufKeys::fail(std::string place, std::string finding) {
    if (!problem_)
        problem_ = Problem{.code = Code::badArgument,
                           .place = std::move(place),
                           .finding = std::move(finding),
                           .remedy = {},
                           .byte = {}};
}

Result<void> GgufKeys::finish(Spec& spec, bool ignores) const {
    if (problem_) return std::unexpected(*problem_);
    UnknownKeys unknown;
    for (const auto& [key, value] : metadata().entries) {
        if (!key.starts_with(architecture_ + ".") || asked_.contains(key)) continue;
        const std::string_view own = std::string_view(key).substr(architecture_.size() + 1);
        const auto number = metadata().number(key);
        const auto text = metadata().text(key);
        const auto truth = metadata().truth(key);
        if (text) {
            unknown.add(kindOfTextKey(own), key, '"' + io::excerpt(*text) + '"');
        } else if (truth && !*truth) {
            unknown.add(KeyKind::passing, key, "false");
        } else {
            const double one = number.value_or(1);
            unknown.add(kindOfKey(own, one), key,
                        number  ? numberText(one)
                        : truth ? "true"
                                : "[...]");
        }
    }
    return unknown.settle(spec, ignores, "GGUF");
}

void readGgufSizes(GgufKeys& keys, Spec& spec, int layers) {
    spec.width = spec.embeddingWidth = keys.whole("embedding_length");
    spec.heads = keys.whole("attention.head_count");
    spec.keyHeads = keys.whole("attention.head_count_kv", spec.heads);
    spec.mlpWidth = keys.whole("feed_forward_length");
    spec.headWidth = keys.whole("attention.key_length", std::max(1, spec.width / spec.heads));
    if (keys.whole("attention.value_length", spec.headWidth) != spec.headWidth)
        keys.fail("attention.value_length",
                  std::string("Different key and value widths aren’t supported."_tr));
    spec.vocabulary = vocabularyOf(keys);
    constexpr int mostLayers = 1000;
    if (layers > mostLayers || spec.heads % spec.keyHeads != 0)
        keys.fail("block_count", std::string("Too many layers or heads."_tr));
    if (keys.failed()) return;
    spec.blocks = layers;
    spec.layers.resize(layers);
    for (int layer = 0; layer < layers; ++layer)
        spec.layers[layer] = {.scale = static_cast<float>(1 / std::sqrt(spec.headWidth)),
                              .block = layer};
    keys.ignore("context_length");
    spec.names = blockNames();
}

}  // namespace hw::model
