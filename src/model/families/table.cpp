// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>
#include <utility>

#include "core/localized_text.h"
#include "io/json/json_parser.h"
#include "io/tree/number_format.h"
#include "model/families/common.h"
#include "model/families/family.h"
#include "model/sentence/sentence.h"

namespace hw::model {
namespace {

#define HW_FAMILY_ADDRESS(name) &name##Family,
constexpr const Family* families[] = {HW_FAMILIES(HW_FAMILY_ADDRESS)};
#undef HW_FAMILY_ADDRESS

std::string supported() {
    std::string names;
    for (const Family* family : families) {
        if (names.ends_with(family->name)) continue;
        if (!names.empty()) names += ", ";
        names += family->name;
    }
    return names;
}

/// The name of the weights' quantisation for people; empty if there is none.
std::string quantisationOf(Config& config) {
    if (config.has("quantization")) return "MLX";
    if (!config.has("quantization_config")) return {};
    Config own = config.object("quantization_config");
    constexpr std::pair<std::string_view, std::string_view> marks[] = {
        {"load_in_4bit", "bitsandbytes"}, {"load_in_8bit", "bitsandbytes"}, {"mode", "MLX"}};
    if (own.has("quant_method")) return io::excerpt(own.text("quant_method", ""));
    for (const auto& [key, name] : marks)
        if (own.has(key)) return std::string(name);
    return std::string("an unnamed scheme"_tr);
}

/// Whether it is a class of the library for this type, such as "Phi3ForCausalLM" for "phi3".
bool isOwnClass(std::string_view name, std::string_view type) {
    constexpr std::string_view endings[] = {
        "",        "Config",          "Model",        "LMHeadModel",
        "MTModel", "PreTrainedModel", "EncoderModel", "DoubleHeadsModel"};
    std::size_t at = 0;
    for (const char letter : type) {
        if (letter == '_' || letter == '-') continue;
        const char own = at < name.size() ? name[at++] : '\0';
        if ((own >= 'A' && own <= 'Z' ? own - 'A' + 'a' : own) != letter) return false;
    }
    const std::string_view ending = name.substr(at);
    if (ending == "EncoderModel") return type.ends_with("t5");
    return ending.starts_with("For") || std::ranges::find(endings, ending) != std::end(endings);
}

/// Code that comes with the model is never run. If its classes have the names of the library's, the library does not
/// run it either.
void readOwnCode(Config& config, std::string_view type) {
    Config map = config.object("auto_map");
    std::string foreign;
    for (const std::string_view key : map.keys()) {
        map.ignore(key);
        if (!key.starts_with("AutoModel") && key != "AutoConfig") continue;
        std::string path = map.text(key, "");
        const std::string_view name = std::string_view(path).substr(path.rfind('.') + 1);
        if (!isOwnClass(name, type)) foreign = std::move(path);
    }
    if (!foreign.empty())
        config.doubt("auto_map",
                     formatText("{} (custom code, not run)"_tr, {io::excerpt(foreign, 80)}));
}

/// Reads the keys of every family.
void readCommon(Config& config, std::string_view type) {
    readOwnCode(config, type);
    config.only("is_decoder", false);
    config.only("add_cross_attention", false);
    config.ignore("cross_attention_hidden_size");
    config.ignore("num_labels");
    if (const std::string scheme = quantisationOf(config); !scheme.empty())
        config.fail("quantization_config",
                    formatText("Quantisation by {} isn’t supported."_tr, {scheme}),
                    "Open its 16- or 32-bit original, or a GGUF file."_tr);
}

const Family* familyOf(Config& config) { return familyNamed(config.text("model_type", "")); }

std::string architectureOf(Config& config) {
    std::vector<std::string> names = config.texts("architectures");
    return names.empty() ? std::string() : std::move(names.front());
}

/// The result of one of a row's functions. Its errors are kept in the configuration.
Result<Spec> specOf(Config& config, const Family& family, ReadFamily read, bool ignoresKeys) {
    Spec spec;
    spec.family = family.type;
    spec.familyName = family.name;
    readCommon(config, family.type);
    read(config, architectureOf(config), spec);
    // GPT-Neo's local layers, and the decoders of translation models, have their own masks.
    if (!spec.isCausal()) {
        config.ignore("is_causal");
    } else if (family.decoder != nullptr || family.type == "gpt_neo") {
        config.only("is_causal", true);
    } else if (!config.flag("is_causal", true)) {
        makeBidirectional(spec);
    }
    for (const Rotary& rotary : spec.rotaries)
        if (rotary.most > 0)
            spec.positions =
                spec.positions > 0 ? std::min(spec.positions, rotary.most) : rotary.most;
    if (auto good = config.finish(spec, ignoresKeys); !good) return std::unexpected(good.error());
    return spec;
}

}  // namespace

const Family* familyNamed(std::string_view type) {
    const auto found = std::ranges::find(families, type, &Family::type);
    return found == std::end(families) ? nullptr : *found;
}

Result<Spec> readSpec(const ModelFiles& files) {
    if (files.isGguf) return readGgufSpec(files);
    Config config(files.config, io::Tree::root);
    const Family* family = familyOf(config);
    if (family == nullptr) {
        const std::string type = config.text("model_type", "");
        return std::unexpected(Problem{
            .code = Code::notRecognised,
            .place = "config.json, model_type",
            .finding = type.empty()
                           ? std::string("The model family is missing."_tr)
                           : formatText("Unsupported model family “{}”."_tr, {io::excerpt(type)}),
            .remedy = formatText("Available: {}."_tr, {supported()}),
            .byte = {}});
    }
    auto spec = specOf(config, *family, family->read, files.ignoresKeys);
    if (!spec) return spec;
    const bool isWhole =
        family->decoder != nullptr && spec->family != "t5" && spec->family != "mt5";
    if (isWhole && files.modules.size() > 1)
        return std::unexpected(Problem{
            .code = Code::notRecognised,
            .place = "modules.json",
            .finding =
                formatText("Unsupported sentence encoder family “{}”."_tr, {spec->familyName}),
            .remedy = {},
            .byte = {}});
    if (auto good = readSentence(files, *spec); !good) return std::unexpected(good.error());
    if (auto good = readPreparation(files, *spec); !good) return std::unexpected(good.error());
    if (spec->head.task == Task::nextWord && !spec->isCausal())
        return std::unexpected(
            Problem{.code = Code::notRecognised,
                    .place = "config.json, is_causal",
                    .finding = "Bidirectional next-word models aren’t supported."_tr,
                    .remedy = "Add its modules.json to use it as a sentence encoder."_tr,
                    .byte = {}});
    return spec;
}

Result<std::optional<Spec>> readDecoder(const ModelFiles& files) {
    if (files.isGguf) return readGgufDecoder(files);
    Config config(files.config, io::Tree::root);
    const Family* family = familyOf(config);
    // sentence-transformers runs only the encoder of such a model.
    if (family == nullptr || family->decoder == nullptr || files.modules.size() > 1 ||
        !translates(architectureOf(config)))
        return std::nullopt;
    auto spec = specOf(config, *family, family->decoder, files.ignoresKeys);
    if (!spec) return std::unexpected(std::move(spec.error()));
    // A bare encoder and decoder has no such bias.
    if (files.find(spec->head.outBias) == nullptr) spec->head.outBias.clear();
    return std::optional(std::move(*spec));
}

}  // namespace hw::model
