// SPDX-License-Identifier: MIT
// What several families read in the same way.
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

/// The activation by its name in configurations; refuses others.
Activation readActivation(Config& config, std::string_view key, std::string_view fallback);

/// The keys of one family for the same sizes.
struct SizeKeys {
    std::string_view vocabulary = "vocab_size";  ///< empty: pictures
    std::string_view width = "hidden_size";
    std::string_view layers = "num_hidden_layers";
    std::string_view heads = "num_attention_heads";
    std::string_view mlp = "intermediate_size";
};
/// What the library's class takes for sizes that are missing; none: the key is required.
struct SizeDefaults {
    std::optional<int> vocabulary = {};
    std::optional<int> width = {};
    std::optional<int> layers = {};
    std::optional<int> heads = {};
    std::optional<int> mlp = {};
};
/// Width, layers of full attention with scores divided by the root of the heads' width, heads, mlp, vocabulary.
void readSizes(Config& config, Spec& spec, const SizeKeys& keys = {},
               const SizeDefaults& defaults = {});

/// Key heads and head width of the newer families: num_key_value_heads, head_dim. Scales follow.
void readGroupedHeads(Config& config, Spec& spec);

/// All layers causal, and none sees more than `window` tokens with itself; 0: no window.
void makeCausal(Spec& spec, int window = 0);

/// All layers see what stands behind a token as they see what stands before it. As the library does it, a window then reaches one token
/// further: `sliding_window` tokens to each side.
void makeBidirectional(Spec& spec);

/// One true for each layer that slides, by layer_types; empty if there is no such key.
std::vector<bool> readSliding(Config& config, const Spec& spec);

/// True if the class ends so: isA(architecture, "ForMaskedLM").
bool isA(std::string_view architecture, std::string_view ending);
StageSpec denseStage(std::string linear, int rows, Activation activation);
/// dense, activation, norm, and a matrix that may be the table of words.
HeadSpec maskedWordHead(StageSpec stage, std::string out, std::string outBias);
/// The same of BERT and its kin, `prefix`.decoder: its bias is the head's own where the table of words is tied to it, as it is by
/// default, else the matrix's.
HeadSpec tiedWordHead(Config& config, StageSpec stage, const std::string& prefix);
HeadSpec nextWordHead(std::string out, bool mayBeTied);
/// Classes of the whole text, or of each token (Pool::every), with their names.
HeadSpec classHead(Config& config, Pool pool, std::string out);
/// One vector: the mean of all tokens.
HeadSpec embeddingHead();
/// embeddingHead(), and a note for people where the class has a head that is not computed.
void noHead(Spec& spec, std::string_view architecture,
            std::initializer_list<std::string_view> bare);
/// The encoder of a model that translates: one vector, and a note for people where its class has no decoder that is run.
void encoderHead(Spec& spec, std::string_view architecture);
/// True for classes whose decoder gives next words: no class at all, "T5Model", "ForConditionalGeneration", "MTModel".
bool translates(std::string_view architecture);
/// Heads of decoders: next words, or classes at the last token ("score").
void decoderHead(Config& config, std::string_view architecture, Spec& spec, bool tiedByDefault,
                 std::string out = "lm_head");

}  // namespace hw::model
