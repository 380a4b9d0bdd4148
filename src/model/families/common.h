// SPDX-License-Identifier: MIT
// Helpers that several families share.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/network/config.h"
#include "model/network/rotary.h"
#include "model/network/spec.h"

namespace hw::model {

/// The activation with this name in configurations. Rejects unknown ones.
Activation readActivation(Config& config, std::string_view key, std::string_view fallback);

/// The keys of one family for the same sizes.
struct SizeKeys {
    std::string_view vocabulary = "vocab_size";  ///< empty for pictures
    std::string_view width = "hidden_size";
    std::string_view layers = "num_hidden_layers";
    std::string_view heads = "num_attention_heads";
    std::string_view mlp = "intermediate_size";
};
/// The library class's defaults for missing sizes. A key without a default is required.
struct SizeDefaults {
    std::optional<int> vocabulary = {};
    std::optional<int> width = {};
    std::optional<int> layers = {};
    std::optional<int> heads = {};
    std::optional<int> mlp = {};
};
/// Reads width, layers of full attention with scores divided by the root of the heads' width, heads, mlp, vocabulary.
void readSizes(Config& config, Spec& spec, const SizeKeys& keys = {},
               const SizeDefaults& defaults = {});

/// Reads key heads and head width of the newer families: num_key_value_heads, head_dim. Updates scales.
void readGroupedHeads(Config& config, Spec& spec);

/// Makes all layers causal. A token sees at most `window` tokens including itself; 0 for no window.
void makeCausal(Spec& spec, int window = 0);

/// Makes all layers bidirectional. As in the library, a window then reaches one token further, `sliding_window` tokens
/// to each side.
void makeBidirectional(Spec& spec);

/// True for each layer that slides, by layer_types; empty if there is no such key.
std::vector<bool> readSliding(Config& config, const Spec& spec);

/// True if the class name ends so: isA(architecture, "ForMaskedLM").
bool isA(std::string_view architecture, std::string_view ending);
StageSpec denseStage(std::string linear, int rows, Activation activation);
/// dense, activation, norm, and a matrix that may be the word embeddings.
HeadSpec maskedWordHead(StageSpec stage, std::string out, std::string outBias);
/// The same for BERT and similar models, with `prefix`.decoder. If the word embeddings are tied to it (the default),
/// the bias is the head's own, else the matrix's.
HeadSpec tiedWordHead(Config& config, StageSpec stage, const std::string& prefix);
HeadSpec nextWordHead(std::string out, bool mayBeTied);
/// Classes of the text, or of each token (Pool::every), with their names.
HeadSpec classHead(Config& config, Pool pool, std::string out);
/// One vector, the mean of all tokens.
HeadSpec embeddingHead();
/// embeddingHead(), with a note for people if the class has a head that is not computed.
void noHead(Spec& spec, std::string_view architecture,
            std::initializer_list<std::string_view> bare);
/// The encoder of a translation model: one vector, with a note for people if its class has no decoder that can be run.
void encoderHead(Spec& spec, std::string_view architecture);
/// True for classes with a decoder for next words: no class, "T5Model", "ForConditionalGeneration", "MTModel".
bool translates(std::string_view architecture);
/// Heads of decoders: next words, or classes at the last token ("score").
void decoderHead(Config& config, std::string_view architecture, Spec& spec, bool tiedByDefault,
                 std::string out = "lm_head");

}  // namespace hw::model
