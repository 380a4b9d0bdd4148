// SPDX-License-Identifier: MIT
#include "model/network/key_kinds.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/localized_text.h"
#include "io/tree/number_format.h"

namespace hw::model {
namespace {

/// Keys that have no effect with this value (null, false and empty are 0): zero experts, factors of 1.
struct Neutral {
    std::string_view key;
    double value;
};
constexpr Neutral neutral[] = {
    {"expert_count", 0},          {"expert_shared_count", 0},
    {"expert_used_count", 0},     {"full_attn_mod", 1},
    {"interpolate_factor", 1},    {"is_encoder_decoder", 0},
    {"logit_scale", 1},           {"num_experts", 0},
    {"num_experts_per_tok", 0},   {"num_local_experts", 0},
    {"partial_rotary_factor", 1}, {"pruned_heads", 0},
    {"rope_interleaved", 0},      {"rotary", 1},
    {"rotary_emb_fraction", 1},   {"use_mrope", 0},
};

/// Words of keys that only training reads, whatever their value.
constexpr auto training = std::to_array<std::string_view>(
    {"batch", "checkpointing", "dropout", "epoch", "epochs", "finetuning", "initializer",
     "learning", "loss", "lr", "optimizer", "pretraining", "train", "training", "warmup"});
static_assert(std::ranges::is_sorted(training));

/// Keys with such a word that inference reads, too (ESM).
constexpr std::string_view readInInference[] = {"token_dropout"};

/// Prefixes of words in keys whose texts choose between two ways to compute.
constexpr auto mathematics = std::to_array<std::string_view>(
    {"act",  "alibi",  "att",  "bias",   "embed", "experts", "ffn",    "fn",       "forward",
     "func", "gate",   "head", "kernel", "layer", "mask",    "method", "mlp",      "mode",
     "moe",  "nonlin", "norm", "pool",   "pos",   "proj",    "quant",  "relative", "residual",
     "rope", "rotary", "rule", "scal",   "shape", "softmax", "sparse", "type",     "window"});
static_assert(std::ranges::is_sorted(mathematics));

/// True if `is` holds for a word of the key. "use_x", "useX", "a.b" have two words.
template <class Test>
bool anyWord(std::string_view key, const Test& is) {
    std::string word;
    for (std::size_t i = 0; i <= key.size(); ++i) {
        const char letter = i < key.size() ? key[i] : '_';
        const bool isUpper = letter >= 'A' && letter <= 'Z';
        const bool isBreak = letter == '_' || letter == '.' || letter == '-';
        if ((isUpper || isBreak) && !word.empty()) {
            if (is(word)) return true;
            word.clear();
        }
        if (!isBreak) word += isUpper ? static_cast<char>(letter - 'A' + 'a') : letter;
    }
    return false;
}

bool isOfTraining(std::string_view key) {
    if (std::ranges::find(readInInference, key) != std::end(readInInference)) return false;
    return anyWord(
        key, [](std::string_view word) { return std::ranges::binary_search(training, word); });
}

bool isNeutral(std::string_view key, double number) {
    const auto row = std::ranges::find(neutral, key, &Neutral::key);
    return row != std::end(neutral) && row->value == number;
}

bool isContainer(const io::Tree& tree, io::NodeId value) {
    return tree.is(value, io::Kind::object) || tree.is(value, io::Kind::array) ||
           tree.is(value, io::Kind::numbers);
}

}  // namespace

KeyKind kindOfKey(std::string_view key, double number) {
    if (isHarmlessKey(key) || isNeutral(key, number)) return KeyKind::harmless;
    return isOfTraining(key) ? KeyKind::passing : KeyKind::mathematical;
}

KeyKind kindOfTextKey(std::string_view key) {
    if (isHarmlessKey(key)) return KeyKind::harmless;
    const bool isMathematical = anyWord(key, [](std::string_view word) {
        return std::ranges::any_of(
            mathematics, [&](std::string_view beginning) { return word.starts_with(beginning); });
    });
    return isMathematical && !isOfTraining(key) ? KeyKind::mathematical : KeyKind::passing;
}

KeyKind kindOfKey(const io::Tree& tree, std::string_view key, io::NodeId value) {
    const bool isTruth = tree.is(value, io::Kind::boolean);
    if (tree.is(value, io::Kind::number) || (isTruth && tree.truth(value)))
        return kindOfKey(key, isTruth ? 1 : tree.number(value));
    if (tree.is(value, io::Kind::string)) return kindOfTextKey(key);
    if (isHarmlessKey(key)) return KeyKind::harmless;
    const bool isNothing = !isContainer(tree, value) || tree.size(value) == 0;
    if (isNothing) return isNeutral(key, 0) ? KeyKind::harmless : KeyKind::passing;
    if (isOfTraining(key)) return KeyKind::passing;
    if (tree.is(value, io::Kind::numbers)) return KeyKind::mathematical;
    const bool isList = tree.is(value, io::Kind::array);
    for (const io::NodeId child : tree.children(value)) {
        const std::string_view name = isList ? key : tree.key(child);
        // A text inside a key that belongs to the mathematics belongs to it, too.
        const bool isText = tree.is(child, io::Kind::string);
        if (kindOfKey(tree, name, child) == KeyKind::mathematical ||
            (isText && kindOfTextKey(key) == KeyKind::mathematical))
            return KeyKind::mathematical;
    }
    return KeyKind::passing;
}

void UnknownKeys::add(KeyKind kind, std::string_view name, std::string value) {
    if (kind == KeyKind::harmless) return;
    (kind == KeyKind::passing ? passing : mathematical)
        .push_back({io::excerpt(name, 80), std::move(value)});
}

namespace {

std::string listOf(const std::vector<UnknownKeys::Key>& keys) {
    constexpr std::size_t most = 20;
    std::string list;
    for (std::size_t i = 0; i < keys.size() && i < most; ++i)
        list += (i == 0 ? "" : "; ") + keys[i].name + " = " + keys[i].value;
    return keys.size() > most ? list + "; ..." : list;
}

}  // namespace

Result<void> UnknownKeys::settle(Spec& spec, bool ignores, const std::string& file) const {
    if (!mathematical.empty() && !ignores) {
        Problem problem{.code = Code::badArgument,
                        .place = file,
                        .finding = formatText("Unknown keys may change the computation: {}."_tr,
                                              {listOf(mathematical)}),
                        .remedy = "Run the model without them if you know they don’t."_tr,
                        .byte = {}};
        problem.offer = Offer::ignoreKeys;
        return std::unexpected(std::move(problem));
    }
    const auto note = [&](std::string text) {
        if (std::ranges::find(spec.notes, text) == spec.notes.end())
            spec.notes.push_back(std::move(text));
    };
    if (!passing.empty())
        note(formatText("Unknown keys of {} were skipped because they are harmless: {}."_tr,
                        {file, listOf(passing)}));
    if (mathematical.empty()) return {};
    note(formatText(
        "The model runs without these keys of {}, which may change the computation: {}."_tr,
        {file, listOf(mathematical)}));
    for (const Key& key : mathematical)
        if (std::ranges::find(spec.ignoredKeys, key.name) == spec.ignoredKeys.end())
            spec.ignoredKeys.push_back(key.name);
    return {};
}

std::string nameWithout(std::string name, const std::vector<std::string>& ignoredKeys) {
    if (ignoredKeys.empty()) return name;
    std::string keys;
    for (const std::string& key : ignoredKeys) keys += (keys.empty() ? "" : ", ") + key;
    return formatText("{}, without {}"_tr, {name, keys});
}

}  // namespace hw::model
