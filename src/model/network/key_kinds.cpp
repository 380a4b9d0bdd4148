// SPDX-License-Identifier: MIT
#include "model/network/key_kinds.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/words.h"
#include "io/tree/words.h"

namespace hw::model {
namespace {

/// Sorted. None of them is read by a forward pass in evaluation, for a supported family: the fields of transformers 5.24 (and of
/// older versions, whose files have them), of the libraries that save models, and of training scripts. What a family reads is not
/// looked up here.
constexpr auto harmless = std::to_array<std::string_view>({"_attn_implementation",
                                                           "_attn_implementation_autoset",
                                                           "_attn_implementation_internal",
                                                           "_commit_hash",
                                                           "_experts_implementation",
                                                           "_flash_attn_2_enabled",
                                                           "_from_model_config",
                                                           "_name_or_path",
                                                           "_num_labels",
                                                           "_use_flash_attention_2",
                                                           "activation_dropout",
                                                           "adapters",
                                                           "architectures",
                                                           "assistant_confidence_threshold",
                                                           "assistant_early_exit",
                                                           "assistant_lookbehind",
                                                           "attention_dropout",
                                                           "attention_probs_dropout_prob",
                                                           "attn_implementation",
                                                           "attn_pdrop",
                                                           "bad_words_ids",
                                                           "base_model_name_or_path",
                                                           "begin_suppress_tokens",
                                                           "best_model_checkpoint",
                                                           "bf16",
                                                           "bos_id",
                                                           "bos_token",
                                                           "bos_token_id",
                                                           "bos_token_ids",
                                                           "cache_config",
                                                           "cache_implementation",
                                                           "chunk_size_feed_forward",
                                                           "classif_dropout",
                                                           "classifier_dropout",
                                                           "classifier_dropout_prob",
                                                           "cls_token_id",
                                                           "compile_config",
                                                           "continuous_batching_config",
                                                           "decoder_bos_token_id",
                                                           "decoder_layerdrop",
                                                           "decoder_start_token_id",
                                                           "deterministic_flash_attn",
                                                           "device_map",
                                                           "directionality",
                                                           "disable_compile",
                                                           "diversity_penalty",
                                                           "do_sample",
                                                           "dropout",
                                                           "dropout_rate",
                                                           "dtype",
                                                           "early_stopping",
                                                           "emb_size",
                                                           "embd_pdrop",
                                                           "embed_dropout",
                                                           "embedding_dropout",
                                                           "embedding_size",
                                                           "encoder_layerdrop",
                                                           "encoder_no_repeat_ngram_size",
                                                           "encoder_repetition_penalty",
                                                           "encoder_stride",
                                                           "eos_id",
                                                           "eos_token",
                                                           "eos_token_id",
                                                           "eos_token_ids",
                                                           "epoch",
                                                           "exponential_decay_length_penalty",
                                                           "export_model_type",
                                                           "extra_pos_embeddings",
                                                           "finetuned_from",
                                                           "finetuning_task",
                                                           "force_bos_token_to_be_generated",
                                                           "forced_bos_token_id",
                                                           "forced_eos_token_id",
                                                           "fp16",
                                                           "generator_hidden_size",
                                                           "global_step",
                                                           "gradient_checkpointing",
                                                           "gradient_checkpointing_kwargs",
                                                           "hidden_dropout",
                                                           "hidden_dropout_prob",
                                                           "id2label",
                                                           "init_std",
                                                           "initializer_cutoff_factor",
                                                           "initializer_factor",
                                                           "initializer_range",
                                                           "is_assistant",
                                                           "is_composition",
                                                           "is_llama_config",
                                                           "keys_to_ignore_at_inference",
                                                           "kv_cache_dtype",
                                                           "label2id",
                                                           "label_smoothing",
                                                           "lang_id",
                                                           "language",
                                                           "language_code",
                                                           "languages",
                                                           "layerdrop",
                                                           "length_penalty",
                                                           "license",
                                                           "loss_type",
                                                           "low_cpu_mem_usage",
                                                           "low_memory",
                                                           "mask_token",
                                                           "mask_token_id",
                                                           "max_cache_len",
                                                           "max_length",
                                                           "max_matching_ngram_size",
                                                           "max_new_tokens",
                                                           "max_seq_len",
                                                           "max_seq_length",
                                                           "max_sequence_length",
                                                           "max_time",
                                                           "merges_file",
                                                           "min_length",
                                                           "min_new_tokens",
                                                           "min_p",
                                                           "mlp_dropout",
                                                           "model_max_length",
                                                           "model_name",
                                                           "model_type",
                                                           "multi_label",
                                                           "n_special",
                                                           "name",
                                                           "no_repeat_ngram_size",
                                                           "num_assistant_tokens",
                                                           "num_assistant_tokens_schedule",
                                                           "num_beam_groups",
                                                           "num_beams",
                                                           "num_return_sequences",
                                                           "onnx_export",
                                                           "output_attentions",
                                                           "output_hidden_states",
                                                           "output_logits",
                                                           "output_past",
                                                           "output_router_logits",
                                                           "output_scores",
                                                           "pad_id",
                                                           "pad_token",
                                                           "pad_token_id",
                                                           "pad_token_ids",
                                                           "pad_token_type_id",
                                                           "pipeline_tag",
                                                           "pooler_fc_size",
                                                           "pooler_num_attention_heads",
                                                           "pooler_num_fc_layers",
                                                           "pooler_size_per_head",
                                                           "pooler_type",
                                                           "predict_special_tokens",
                                                           "prefill_chunk_size",
                                                           "prefix",
                                                           "pretraining_tp",
                                                           "problem_type",
                                                           "prompt_lookup_num_tokens",
                                                           "qa_dropout",
                                                           "quantization_version",
                                                           "reference_compile",
                                                           "remove_invalid_values",
                                                           "reorder_and_upcast_attn",
                                                           "repad_logits_with_grad",
                                                           "repetition_penalty",
                                                           "replacing_rate",
                                                           "resid_dropout",
                                                           "resid_pdrop",
                                                           "return_dict",
                                                           "return_dict_in_generate",
                                                           "router_aux_loss_coef",
                                                           "save_directory",
                                                           "save_step",
                                                           "sbert_ce_default_activation_function",
                                                           "seed",
                                                           "sentence_transformers",
                                                           "sep_token_id",
                                                           "seq_classif_dropout",
                                                           "seq_length",
                                                           "sparse_pred_ignore_index",
                                                           "sparse_prediction",
                                                           "special_token_ids",
                                                           "speculation_type",
                                                           "stop_strings",
                                                           "student_decoder_layers",
                                                           "student_encoder_layers",
                                                           "summary_activation",
                                                           "summary_first_dropout",
                                                           "summary_last_dropout",
                                                           "summary_proj_to_labels",
                                                           "summary_type",
                                                           "summary_use_proj",
                                                           "suppress_tokens",
                                                           "target_lookbehind",
                                                           "task_specific_params",
                                                           "task_type",
                                                           "temperature",
                                                           "tensor_data_layout",
                                                           "tf_legacy_loss",
                                                           "tie_encoder_decoder",
                                                           "tie_weights_",
                                                           "tie_word_embeddings",
                                                           "tied_word_embeddings",
                                                           "token_healing",
                                                           "tokenizer_class",
                                                           "tokenizer_model_max_length",
                                                           "tokenizer_padding_side",
                                                           "top_k",
                                                           "top_p",
                                                           "torch_dtype",
                                                           "torchscript",
                                                           "total_flos",
                                                           "train_batch_size",
                                                           "training_args",
                                                           "transformers.js_config",
                                                           "transformers_version",
                                                           "typical_p",
                                                           "unk_token",
                                                           "unk_token_id",
                                                           "unsloth_fixed",
                                                           "unsloth_training_args",
                                                           "unsloth_version",
                                                           "use_bfloat16",
                                                           "use_cache",
                                                           "use_flash_attention",
                                                           "use_flash_attention_2",
                                                           "use_flash_attn",
                                                           "use_memory_efficient_attention",
                                                           "use_mtp",
                                                           "use_return_dict",
                                                           "use_safetensors",
                                                           "use_sdpa",
                                                           "vocab_file",
                                                           "vocab_size_or_config_json_file",
                                                           "vocab_type",
                                                           "watermarking_config",
                                                           "weight_decay",
                                                           "xla_device"});
static_assert(std::ranges::is_sorted(harmless));

/// Keys that change nothing with this value (null, false and empty are 0): experts that there are none of, factors of 1.
struct Neutral {
    std::string_view key;
    double value;
};
constexpr Neutral neutral[] = {
    {"expert_count", 0},      {"expert_shared_count", 0},   {"expert_used_count", 0},
    {"full_attn_mod", 1},     {"interpolate_factor", 1},    {"is_encoder_decoder", 0},
    {"logit_scale", 1},       {"num_experts", 0},           {"num_experts_per_tok", 0},
    {"num_local_experts", 0}, {"partial_rotary_factor", 1}, {"pruned_heads", 0},
    {"rope_interleaved", 0},  {"rotary_emb_fraction", 1},   {"use_mrope", 0},
};

/// Words of keys that only training reads, whatever their value.
constexpr auto training = std::to_array<std::string_view>(
    {"batch", "checkpointing", "dropout", "epoch", "epochs", "finetuning", "initializer",
     "learning", "loss", "lr", "optimizer", "pretraining", "train", "training", "warmup"});
static_assert(std::ranges::is_sorted(training));

/// Keys with such a word that inference reads all the same (ESM).
constexpr std::string_view readInInference[] = {"token_dropout"};

/// Beginnings of the words of keys whose texts choose between two ways to compute.
constexpr auto mathematics = std::to_array<std::string_view>(
    {"act",  "alibi",  "att",  "bias",   "embed", "experts", "ffn",    "fn",       "forward",
     "func", "gate",   "head", "kernel", "layer", "mask",    "method", "mlp",      "mode",
     "moe",  "nonlin", "norm", "pool",   "pos",   "proj",    "quant",  "relative", "residual",
     "rope", "rotary", "rule", "scal",   "shape", "softmax", "sparse", "type",     "window"});
static_assert(std::ranges::is_sorted(mathematics));

/// True if `is` holds for a word of the key: "use_x", "useX", "a.b" have two.
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

bool isHarmless(std::string_view key) { return std::ranges::binary_search(harmless, key); }

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
    if (isHarmless(key) || isNeutral(key, number)) return KeyKind::harmless;
    return isOfTraining(key) ? KeyKind::passing : KeyKind::mathematical;
}

KeyKind kindOfTextKey(std::string_view key) {
    if (isHarmless(key)) return KeyKind::harmless;
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
    if (isHarmless(key)) return KeyKind::harmless;
    const bool isNothing = !isContainer(tree, value) || tree.size(value) == 0;
    if (isNothing) return isNeutral(key, 0) ? KeyKind::harmless : KeyKind::passing;
    if (isOfTraining(key)) return KeyKind::passing;
    if (tree.is(value, io::Kind::numbers)) return KeyKind::mathematical;
    const bool isList = tree.is(value, io::Kind::array);
    for (const io::NodeId child : tree.children(value)) {
        const std::string_view name = isList ? key : tree.key(child);
        // What the key around it is about, its parts are about.
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
                        .finding = say("Unknown keys may change the model’s mathematics: {}."_tr,
                                       {listOf(mathematical)}),
                        .remedy = "Run the model without them if you know that they don’t."_tr,
                        .byte = {}};
        problem.offer = Offer::ignoreKeys;
        return std::unexpected(std::move(problem));
    }
    const auto note = [&](std::string text) {
        if (std::ranges::find(spec.notes, text) == spec.notes.end())
            spec.notes.push_back(std::move(text));
    };
    if (!passing.empty())
        note(say("Unknown keys of {} that cannot change the mathematics, skipped: {}."_tr,
                 {file, listOf(passing)}));
    if (mathematical.empty()) return {};
    note(say("Run without these keys of {}, which may change the mathematics: {}."_tr,
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
    return say("{}, without {}"_tr, {name, keys});
}

}  // namespace hw::model
