// SPDX-License-Identifier: MIT
#include "model/families/common.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/localized_text.h"
#include "model/sentence/sentence.h"

namespace hw::model {

Activation readActivation(Config& config, std::string_view key, std::string_view fallback) {
    constexpr std::array<std::pair<std::string_view, Activation>, 11> names{{
        {"gelu", Activation::gelu},
        {"gelu_python", Activation::gelu},
        {"gelu_new", Activation::geluTanh},
        {"gelu_fast", Activation::geluTanh},
        {"gelu_pytorch_tanh", Activation::geluTanh},
        {"gelu_accurate", Activation::geluTanh},
        {"quick_gelu", Activation::quickGelu},
        {"relu", Activation::relu},
        {"silu", Activation::silu},
        {"swish", Activation::silu},
        {"tanh", Activation::tanh},
    }};
    const std::string name = config.text(key, fallback);
    for (const auto& [known, activation] : names)
        if (known == name) return activation;
    config.fail(key, formatText("Unsupported activation “{}”."_tr, {io::excerpt(name)}));
    return Activation::gelu;
}

void readSizes(Config& config, Spec& spec, const SizeKeys& keys, const SizeDefaults& defaults) {
    if (!keys.vocabulary.empty())
        spec.vocabulary = config.whole(keys.vocabulary, defaults.vocabulary);
    spec.width = spec.embeddingWidth = config.whole(keys.width, defaults.width);
    spec.heads = spec.keyHeads = config.whole(keys.heads, defaults.heads);
    if (!keys.mlp.empty()) spec.mlpWidth = config.whole(keys.mlp, defaults.mlp);
    const int layers = config.whole(keys.layers, defaults.layers);
    if (config.failed()) return;
    constexpr int mostLayers = 1000;
    if (layers > mostLayers || spec.heads > spec.width) {
        config.fail(keys.layers, std::string("Too many layers or heads."_tr));
        return;
    }
    spec.headWidth = spec.width / spec.heads;
    spec.layers.resize(layers);
    spec.blocks = layers;
    for (int layer = 0; layer < layers; ++layer)
        spec.layers[layer] = {.scale = static_cast<float>(1 / std::sqrt(spec.headWidth)),
                              .block = layer};
    if (spec.headWidth * spec.heads != spec.width && !config.has("head_dim") && !config.has("d_kv"))
        config.fail(keys.heads,
                    formatText("{} heads don’t divide the width {}."_tr, {spec.heads, spec.width}));
}

void readGroupedHeads(Config& config, Spec& spec) {
    spec.keyHeads = config.whole("num_key_value_heads", spec.heads);
    spec.headWidth = config.whole("head_dim", std::max(spec.headWidth, 1));
    if (config.failed()) return;
    if (spec.heads % spec.keyHeads != 0)
        config.fail("num_key_value_heads", formatText("{} query heads can’t share {} key heads."_tr,
                                                      {spec.heads, spec.keyHeads}));
    for (LayerKind& layer : spec.layers)
        layer.scale = static_cast<float>(1 / std::sqrt(spec.headWidth));
}

void makeCausal(Spec& spec, int window) {
    for (LayerKind& layer : spec.layers) {
        layer.ahead = 0;
        layer.back = window > 0 ? window - 1 : -1;
    }
}

void makeBidirectional(Spec& spec) {
    for (LayerKind& layer : spec.layers) {
        if (layer.back >= 0) ++layer.back;
        layer.ahead = layer.back;
    }
}

std::vector<bool> readSliding(Config& config, const Spec& spec) {
    std::vector<bool> sliding;
    for (const std::string& type : config.texts("layer_types")) {
        if (type != "full_attention" && type != "sliding_attention")
            config.fail("layer_types",
                        formatText("Unsupported layer type “{}”."_tr, {io::excerpt(type)}));
        sliding.push_back(type == "sliding_attention");
    }
    if (!sliding.empty() && sliding.size() != spec.layers.size())
        config.fail("layer_types", formatText("Found {} types for {} layers."_tr,
                                              {sliding.size(), spec.layers.size()}));
    return config.failed() ? std::vector<bool>() : sliding;
}

bool isA(std::string_view architecture, std::string_view ending) {
    return architecture.ends_with(ending);
}

StageSpec denseStage(std::string linear, int rows, Activation activation) {
    StageSpec stage;
    stage.linear = std::move(linear);
    stage.rows = rows;
    stage.activation = activation;
    return stage;
}

HeadSpec maskedWordHead(StageSpec stage, std::string out, std::string outBias) {
    HeadSpec head;
    head.task = Task::maskedWord;
    head.stages.push_back(std::move(stage));
    head.out = std::move(out);
    head.outBias = std::move(outBias);
    head.mayBeTied = true;
    return head;
}

HeadSpec tiedWordHead(Config& config, StageSpec stage, const std::string& prefix) {
    const std::string own = prefix + ".bias";
    const std::string matrix = prefix + ".decoder.bias";
    const bool isTied = config.flag("tie_word_embeddings", true);
    return maskedWordHead(std::move(stage), prefix + ".decoder",
                          isTied ? own + "|" + matrix : matrix + "|" + own);
}

HeadSpec nextWordHead(std::string out, bool mayBeTied) {
    HeadSpec head;
    head.task = Task::nextWord;
    head.out = std::move(out);
    head.mayBeTied = mayBeTied;
    return head;
}

namespace {

/// The share from a cross-encoder's configuration, or from problem_type as in the library's pipelines.
ShareForm readShare(Config& config) {
    const std::string problem = config.text("problem_type", "");
    std::string_view key = "sbert_ce_default_activation_function";  // before version 4
    std::string activation = config.text(key, "");
    Config own = config.object("sentence_transformers");
    own.ignore("version");
    if (own.has("activation_fn")) {
        key = "sentence_transformers";
        activation = own.text("activation_fn", "");
    }
    if (!activation.empty()) {
        const auto share = shareNamed(activation);
        if (!share)
            config.fail(
                key, formatText("Unsupported activation “{}”."_tr, {io::excerpt(activation, 80)}));
        return share.value_or(ShareForm::usual);
    }
    if (problem == "regression") return ShareForm::plain;
    return problem == "multi_label_classification" ? ShareForm::logistic : ShareForm::usual;
}

}  // namespace

HeadSpec classHead(Config& config, Pool pool, std::string out) {
    HeadSpec head;
    if (pool != Pool::every) head.share = readShare(config);
    head.task = pool == Pool::every ? Task::tokenClasses : Task::classes;
    head.pool = pool;
    head.outBias = out + ".bias";
    head.out = std::move(out);
    head.labels = config.numbered("id2label");
    return head;
}

HeadSpec embeddingHead() {
    HeadSpec head;
    head.pool = Pool::mean;
    return head;
}

void noHead(Spec& spec, std::string_view architecture,
            std::initializer_list<std::string_view> bare) {
    spec.head = embeddingHead();
    if (architecture.empty() || std::ranges::find(bare, architecture) != bare.end()) return;
    spec.notes.push_back(
        formatText("{} runs as an encoder, without its head."_tr, {io::excerpt(architecture)}));
}

bool translates(std::string_view architecture) {
    return architecture.empty() || isA(architecture, "ForConditionalGeneration") ||
           isA(architecture, "MTModel") || isA(architecture, "T5Model") ||
           architecture == "BartModel" || architecture == "MarianModel";
}

void encoderHead(Spec& spec, std::string_view architecture) {
    spec.head = embeddingHead();
    if (!translates(architecture))
        noHead(spec, architecture, {"T5EncoderModel", "MT5EncoderModel"});
}

void decoderHead(Config& config, std::string_view architecture, Spec& spec, bool tiedByDefault,
                 std::string out) {
    const bool isTied = config.flag("tie_word_embeddings", tiedByDefault);
    const bool isBare =
        architecture.empty() || (isA(architecture, "Model") && !architecture.contains("For"));
    if (isA(architecture, "ForSequenceClassification")) {
        spec.head = classHead(config, Pool::last, "score");
        spec.head.outBias.clear();
        if (config.hasNumber("pad_token_id"))
            spec.head.padding = config.whole("pad_token_id", -1, -1);
    } else if (isA(architecture, "ForTokenClassification")) {
        spec.head =
            classHead(config, Pool::every, spec.family.starts_with("gpt") ? "classifier" : "score");
    } else if (isA(architecture, "ForCausalLM") || isA(architecture, "LMHeadModel") ||
               (isTied && isBare)) {
        spec.head = nextWordHead(std::move(out), isTied);
    } else {
        noHead(spec, architecture, {isBare ? architecture : std::string_view()});
    }
}

}  // namespace hw::model
