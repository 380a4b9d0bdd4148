// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>
#include <utility>

#include "core/words.h"
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

/// What applies to every family.
void readCommon(Config& config) {
    config.only("is_decoder", false);
    config.only("add_cross_attention", false);
    config.ignore("cross_attention_hidden_size");
    config.ignore("num_labels");
    if (config.has("quantization_config"))
        config.fail("quantization_config",
                    std::string("Weights quantised this way aren’t supported."_tr));
}

/// The row of the configuration's family; null: there is none.
const Family* familyOf(Config& config) {
    const auto found = std::ranges::find(families, config.text("model_type", ""), &Family::type);
    return found == std::end(families) ? nullptr : *found;
}

std::string architectureOf(Config& config) {
    std::vector<std::string> names = config.texts("architectures");
    return names.empty() ? std::string() : std::move(names.front());
}

/// What one of a row's functions reads. Errors: those that it leaves in the configuration.
Result<Spec> specOf(Config& config, const Family& family, ReadFamily read) {
    Spec spec;
    spec.family = family.type;
    spec.familyName = family.name;
    readCommon(config);
    read(config, architectureOf(config), spec);
    for (const Rotary& rotary : spec.rotaries)
        if (rotary.most > 0)
            spec.positions =
                spec.positions > 0 ? std::min(spec.positions, rotary.most) : rotary.most;
    if (auto good = config.finish(); !good) return std::unexpected(good.error());
    return spec;
}

}  // namespace

Result<Spec> readSpec(const ModelFiles& files) {
    if (files.isGguf) return readGgufSpec(files);
    Config config(files.config, io::Tree::root);
    const Family* family = familyOf(config);
    if (family == nullptr) {
        const std::string type = config.text("model_type", "");
        return std::unexpected(Problem{
            .code = Code::notRecognised,
            .place = "config.json, model_type",
            .finding =
                type.empty()
                    ? std::string("The file does not say which family the model belongs to."_tr)
                    : say("Models of the family “{}” are not supported."_tr, {io::excerpt(type)}),
            .remedy = say("These are: {}."_tr, {supported()}),
            .byte = {}});
    }
    auto spec = specOf(config, *family, family->read);
    if (!spec) return spec;
    const bool isWhole =
        family->decoder != nullptr && spec->family != "t5" && spec->family != "mt5";
    if (isWhole && files.modules.size() > 1)
        return std::unexpected(
            Problem{.code = Code::notRecognised,
                    .place = "modules.json",
                    .finding = say("Sentence encoders of the family “{}” are not supported."_tr,
                                   {spec->familyName}),
                    .remedy = {},
                    .byte = {}});
    if (auto good = readSentence(files, *spec); !good) return std::unexpected(good.error());
    if (auto good = readPreparation(files, *spec); !good) return std::unexpected(good.error());
    return spec;
}

Result<std::optional<Spec>> readDecoder(const ModelFiles& files) {
    if (files.isGguf) return readGgufDecoder(files);
    Config config(files.config, io::Tree::root);
    const Family* family = familyOf(config);
    // sentence-transformers runs the encoder of such a model alone.
    if (family == nullptr || family->decoder == nullptr || files.modules.size() > 1 ||
        !translates(architectureOf(config)))
        return std::nullopt;
    auto spec = specOf(config, *family, family->decoder);
    if (!spec) return std::unexpected(std::move(spec.error()));
    // A bare encoder and decoder has no such bias.
    if (files.find(spec->head.outBias) == nullptr) spec->head.outBias.clear();
    return std::optional(std::move(*spec));
}

}  // namespace hw::model
