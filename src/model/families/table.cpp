// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <utility>

#include "core/words.h"
#include "io/json/json_parser.h"
#include "model/families/family.h"
#include "model/families/rows.h"

namespace hw::model {
namespace {

constexpr std::array<Family, 26> table{{
    {"bert", "BERT", readBert},
    {"roberta", "RoBERTa", readRoberta},
    {"xlm-roberta", "XLM-RoBERTa", readRoberta},
    {"camembert", "CamemBERT", readRoberta},
    {"distilbert", "DistilBERT", readDistilBert},
    {"electra", "ELECTRA", readElectra},
    {"albert", "ALBERT", readAlbert},
    {"modernbert", "ModernBERT", readModernBert},
    {"gpt2", "GPT-2", readGpt2},
    {"gpt_neo", "GPT-Neo", readGptNeo},
    {"opt", "OPT", readOpt},
    {"gpt_neox", "GPT-NeoX", readGptNeoX},
    {"llama", "Llama", readLlama},
    {"mistral", "Mistral", readMistral},
    {"qwen2", "Qwen2", readQwen2},
    {"qwen3", "Qwen3", readQwen3},
    {"phi3", "Phi-3", readPhi3},
    {"gemma2", "Gemma 2", readGemma2},
    {"gemma3_text", "Gemma 3", readGemma3},
    {"t5", "T5", readT5},
    {"vit", "ViT", readVit},
    {"deit", "DeiT", readDeit},
    {"dinov2", "DINOv2", readDinov2},
    {"dinov2_with_registers", "DINOv2", readDinov2},
    {"clip", "CLIP", readClip},
    {"clip_vision_model", "CLIP", readClip},
}};

std::string supported() {
    std::string names;
    for (const Family& family : families()) {
        if (names.ends_with(family.name)) continue;
        if (!names.empty()) names += ", ";
        names += family.name;
    }
    return names;
}

/// What applies to every family.
void readCommon(Config& config) {
    config.only("is_decoder", false);
    config.only("add_cross_attention", false);
    config.ignore("cross_attention_hidden_size");
    config.ignore("num_labels");
    if (config.has("quantization_config"))
        config.fail("quantization_config",
                    std::string("Weights that are quantised this way are not read."_tr));
}

/// How a sentence encoder pools, from the file that sentence-transformers writes.
Result<void> readPooling(const ModelFiles& files, Spec& spec) {
    if (spec.head.task != Task::embedding || spec.picture) return {};
    const auto part = std::ranges::find_if(files.parts, [](const Part& one) {
        return one.name == "1_Pooling/config.json" || one.name.ends_with("/1_Pooling/config.json");
    });
    constexpr std::uint64_t longest = 1 << 16;
    if (part == files.parts.end() || part->bytes->size() > longest) return {};
    std::string text(static_cast<std::size_t>(part->bytes->size()), '\0');
    if (auto good = part->bytes->read(0, std::as_writable_bytes(std::span(text))); !good)
        return good;
    io::JsonParser parser;
    if (const auto pushed = parser.push(text); !pushed) return std::unexpected(pushed.error());
    const auto tree = parser.finish();
    if (!tree) return std::unexpected(tree.error());
    Config config(*tree, io::Tree::root);
    const bool first = config.flag("pooling_mode_cls_token", false);
    const bool most = config.flag("pooling_mode_max_tokens", false);
    const bool last = config.flag("pooling_mode_lasttoken", false);
    const bool mean = config.flag("pooling_mode_mean_tokens", !first && !most && !last);
    config.only("pooling_mode_mean_sqrt_len_tokens", false);
    config.only("pooling_mode_weightedmean_tokens", false);
    config.ignore("word_embedding_dimension");
    config.ignore("include_prompt");
    if (int{first} + int{most} + int{last} + int{mean} != 1)
        config.fail("", std::string("One way of pooling is expected."_tr));
    spec.head.pool = first ? Pool::first : most ? Pool::max : last ? Pool::last : Pool::mean;
    return config.finish();
}

}  // namespace

std::span<const Family> families() {
    const auto end =
        std::ranges::find_if(table, [](const Family& row) { return row.type.empty(); });
    return {table.begin(), end};
}

Result<Spec> readSpec(const ModelFiles& files) {
    if (files.isGguf) return readGgufSpec(files.metadata);
    Config config(files.config, io::Tree::root);
    const std::string type = config.text("model_type", "");
    const auto family = std::ranges::find(families(), type, &Family::type);
    if (family == families().end())
        return std::unexpected(Problem{
            .code = Code::notRecognised,
            .place = "config.json, model_type",
            .finding = type.empty()
                           ? std::string("The file does not say which family the model is of."_tr)
                           : say("Models of the family “{}” are not supported."_tr, {type}),
            .remedy = say("These are: {}."_tr, {supported()}),
            .byte = {}});
    Spec spec;
    spec.family = type;
    spec.familyName = family->name;
    const std::vector<std::string> architectures = config.texts("architectures");
    readCommon(config);
    family->read(config, architectures.empty() ? std::string() : architectures.front(), spec);
    if (auto good = config.finish(); !good) return std::unexpected(good.error());
    if (auto good = readPooling(files, spec); !good) return std::unexpected(good.error());
    if (auto good = readPreparation(files, spec); !good) return std::unexpected(good.error());
    return spec;
}

}  // namespace hw::model
