// SPDX-License-Identifier: MIT
#include "model/sentence/sentence.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/localized_text.h"
#include "io/tree/number_format.h"
#include "model/files/shards.h"
#include "model/network/config.h"

namespace hw::model {
namespace {

struct PoolName {
    std::string_view key;   ///< in files up to version 5
    std::string_view name;  ///< in later ones
    Pool pool;
};
/// In the order in which the library concatenates them.
constexpr std::array<PoolName, 6> poolNames{{
    {"pooling_mode_cls_token", "cls", Pool::first},
    {"pooling_mode_max_tokens", "max", Pool::max},
    {"pooling_mode_mean_tokens", "mean", Pool::mean},
    {"pooling_mode_mean_sqrt_len_tokens", "mean_sqrt_len_tokens", Pool::rootMean},
    {"pooling_mode_weightedmean_tokens", "weightedmean", Pool::weightedMean},
    {"pooling_mode_lasttoken", "lasttoken", Pool::last},
}};

struct ActivationName {
    std::string_view name;
    Activation activation;
};
constexpr std::array<ActivationName, 5> activationNames{{
    {"Identity", Activation::none},
    {"Tanh", Activation::tanh},
    {"ReLU", Activation::relu},
    {"GELU", Activation::gelu},
    {"SiLU", Activation::silu},
}};

std::string_view lastName(std::string_view dotted) { return dotted.substr(dotted.rfind('.') + 1); }

std::unexpected<Problem> notSupported(std::string place, std::string finding) {
    return std::unexpected(Problem{Code::badArgument, std::move(place), std::move(finding),
                                   "Without it, results would change."_tr, std::nullopt});
}

/// The configuration in a module's folder; an empty object if the file is optional and missing.
Result<io::Tree> configOf(const ModelFiles& files, const SentenceModule& module) {
    if (const Part* part = files.partOf(module, "config.json")) return ModelFiles::readJson(*part);
    return std::unexpected(missingFiles({module.path + "/config.json"}));
}

Result<void> readPooling(Config config, Spec& spec) {
    std::vector<Pool> pools;
    std::vector<std::string> names;
    if (config.has("pooling_mode")) {
        names = config.isText("pooling_mode") ? std::vector{config.text("pooling_mode", "")}
                                              : config.texts("pooling_mode");
    }
    for (const std::string& name : names) {
        const auto* found = std::ranges::find(poolNames, name, &PoolName::name);
        if (found == poolNames.end())
            config.fail("pooling_mode",
                        formatText("Unsupported pooling “{}”."_tr, {io::excerpt(name)}));
        else
            pools.push_back(found->pool);
    }
    for (const PoolName& row : poolNames)
        if (config.flag(row.key, false) && names.empty()) pools.push_back(row.pool);
    if (pools.empty()) pools.push_back(Pool::mean);
    config.ignore("word_embedding_dimension");
    config.ignore("embedding_dimension");
    const bool includes = config.flag("include_prompt", true);
    if (auto good = config.finish(); !good) return good;
    spec.head = {};
    spec.head.isSentence = true;
    spec.head.pool = pools.front();
    spec.head.beside.assign(pools.begin() + 1, pools.end());
    spec.head.skipsPrompt = !includes;
    return {};
}

Result<void> addDense(Config config, const SentenceModule& module, Spec& spec) {
    StageSpec stage;
    stage.linear = module.path + "/linear";
    config.ignore("in_features");  // the weights determine it
    stage.rows = config.whole("out_features");
    stage.hasBias = config.flag("bias", true);
    const std::string activation =
        config.text("activation_function", "torch.nn.modules.activation.Tanh");
    const auto* found =
        std::ranges::find(activationNames, lastName(activation), &ActivationName::name);
    if (found == activationNames.end() || !activation.starts_with("torch.")) {
        config.fail("activation_function",
                    formatText("Unsupported activation “{}”."_tr, {io::excerpt(activation, 80)}));
    } else {
        stage.activation = found->activation;
    }
    config.only("module_input_name", "sentence_embedding");
    config.only("module_output_name", "sentence_embedding");
    config.only("use_residual", false);
    spec.head.stages.push_back(std::move(stage));
    return config.finish();
}

void addLayerNorm(const SentenceModule& module, Spec& spec) {
    StageSpec stage;
    stage.norm = module.path + "/norm";
    stage.epsilon = 1e-5F;
    spec.head.stages.push_back(std::move(stage));
}

/// A final Normalize changes no cosine, but one before other modules does.
void addNormalize(Spec& spec, bool isLast) {
    spec.head.isUnit = isLast;
    if (isLast) return;
    StageSpec stage;
    stage.isUnit = true;
    spec.head.stages.push_back(std::move(stage));
}

/// Since version 6 it may normalise each token's vector.
Result<void> checkNormalize(const ModelFiles& files, const SentenceModule& module) {
    if (files.partOf(module, "config.json") == nullptr) return {};
    const auto tree = configOf(files, module);
    if (!tree) return std::unexpected(tree.error());
    Config config(*tree, io::Tree::root, module.path + "/config.json");
    config.only("module_input_name", "sentence_embedding");
    config.only("module_output_name", "sentence_embedding");
    return config.finish();
}

Result<void> addModule(const ModelFiles& files, std::size_t index, Spec& spec) {
    const SentenceModule& module = files.modules[index];
    const std::string_view name = module.name();
    const bool isOwn = module.type.starts_with("sentence_transformers.");
    const bool isKnown = index == 1 ? name == "Pooling"
                                    : name == "Dense" || name == "LayerNorm" ||
                                          name == "Normalize" || name == "Dropout";
    if (!isOwn || !isKnown)
        return notSupported("modules.json", formatText("Unsupported module “{}”."_tr,
                                                       {io::excerpt(module.type, 80)}));
    if (name == "Dropout") return {};
    if (name == "Normalize") {
        if (auto good = checkNormalize(files, module); !good) return good;
        const auto isIdle = [](const SentenceModule& one) {
            return one.name() == "Normalize" || one.name() == "Dropout";
        };
        addNormalize(spec, std::all_of(files.modules.begin() + static_cast<std::ptrdiff_t>(index),
                                       files.modules.end(), isIdle));
        return {};
    }
    if (name == "LayerNorm") {
        addLayerNorm(module, spec);
        return {};
    }
    const auto tree = configOf(files, module);
    if (!tree) return std::unexpected(tree.error());
    Config config(*tree, io::Tree::root, module.path + "/config.json");
    return name == "Pooling" ? readPooling(std::move(config), spec)
                             : addDense(std::move(config), module, spec);
}

/// Reads max_seq_length of an encoder's own file, or since version 6 the limit in the tokenizer's file; 0 if neither
/// has one.
Result<void> readLongest(const ModelFiles& files, Spec& spec) {
    for (const auto& [part, key] : {std::pair{files.sentenceConfig(), "max_seq_length"},
                                    {files.part("tokenizer_config.json"), "model_max_length"}}) {
        if (part == nullptr || spec.mostTokens > 0) continue;
        const auto tree = ModelFiles::readJson(*part);
        if (!tree) return std::unexpected(tree.error());
        const io::NodeId node =
            tree->is(io::Tree::root, io::Kind::object) ? tree->find(io::Tree::root, key) : io::none;
        constexpr double longest = 1 << 24;  // the library writes 10^30 for no limit
        if (node != io::none && tree->is(node, io::Kind::number) && tree->number(node) >= 1 &&
            tree->number(node) <= longest)
            spec.mostTokens = static_cast<int>(tree->number(node));
    }
    return {};
}

Result<void> readPrompts(const ModelFiles& files, Spec& spec) {
    const Part* part = files.part("config_sentence_transformers.json");
    if (part == nullptr) return {};
    const auto tree = ModelFiles::readJson(*part);
    if (!tree) return std::unexpected(tree.error());
    const io::NodeId list = tree->is(io::Tree::root, io::Kind::object)
                                ? tree->find(io::Tree::root, "prompts")
                                : io::none;
    if (list != io::none && tree->is(list, io::Kind::object))
        for (const io::NodeId one : tree->children(list))
            if (tree->is(one, io::Kind::string))
                spec.prompts.emplace_back(tree->key(one), tree->string(one));
    Config config(*tree, io::Tree::root, part->name);
    const std::string usual = config.text("default_prompt_name", "");
    const auto isUsual = [&](const auto& prompt) { return prompt.first == usual; };
    if (std::ranges::any_of(spec.prompts, isUsual)) spec.usualPrompt = usual;
    const std::string activation = config.text("activation_fn", "");
    if (spec.head.task != Task::classes || activation.empty()) return {};
    const auto share = shareNamed(activation);
    if (!share)
        return notSupported(
            part->name + ", activation_fn",
            formatText("Unsupported activation “{}”."_tr, {io::excerpt(activation, 80)}));
    spec.head.share = *share;
    return {};
}

/// For models without modules.json.
Result<void> readLonePooling(const ModelFiles& files, Spec& spec) {
    const auto part = std::ranges::find_if(files.parts, [](const Part& one) {
        return one.name == "1_Pooling/config.json" || one.name.ends_with("/1_Pooling/config.json");
    });
    if (part == files.parts.end() || spec.head.task != Task::embedding) return {};
    const auto tree = ModelFiles::readJson(*part);
    if (!tree) return std::unexpected(tree.error());
    return readPooling(Config(*tree, io::Tree::root, "1_Pooling/config.json"), spec);
}

}  // namespace

std::optional<ShareForm> shareNamed(std::string_view type) {
    if (!type.starts_with("torch.")) return std::nullopt;
    const std::string_view name = lastName(type);
    if (name == "Identity") return ShareForm::plain;
    if (name == "Sigmoid") return ShareForm::logistic;
    return std::nullopt;
}

std::vector<float> sentenceVector(const Spec& spec, std::vector<float> vector) {
    double square = 0;
    for (const float value : vector) square += double{value} * value;
    const double length = std::max(std::sqrt(square), 1e-12);
    if (spec.head.isUnit)
        for (float& value : vector) value = static_cast<float>(value / length);
    return vector;
}

Result<void> readSentence(const ModelFiles& files, Spec& spec) {
    if (spec.picture) return {};
    if (files.modules.empty()) return readLonePooling(files, spec);
    if (!files.modules.front().type.starts_with("sentence_transformers.") ||
        files.modules.front().name() != "Transformer")
        return notSupported("modules.json",
                            formatText("Unsupported module “{}”."_tr,
                                       {io::excerpt(files.modules.front().type, 80)}));
    for (std::size_t i = 1; i < files.modules.size(); ++i)
        if (auto good = addModule(files, i, spec); !good) return good;
    if (auto good = readLongest(files, spec); !good) return good;
    return readPrompts(files, spec);
}

}  // namespace hw::model
