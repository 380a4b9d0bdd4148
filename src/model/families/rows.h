// SPDX-License-Identifier: MIT
// What the rows of the table of families read with: one function a family, or a group that differs by a name.
#pragma once

#include <string_view>

#include "model/network/config.h"
#include "model/network/spec.h"

namespace hw::model {

void readBert(Config& config, std::string_view architecture, Spec& spec);
void readRoberta(Config& config, std::string_view architecture, Spec& spec);
void readDistilBert(Config& config, std::string_view architecture, Spec& spec);
void readElectra(Config& config, std::string_view architecture, Spec& spec);
void readAlbert(Config& config, std::string_view architecture, Spec& spec);
void readModernBert(Config& config, std::string_view architecture, Spec& spec);
void readGpt2(Config& config, std::string_view architecture, Spec& spec);
void readGptNeo(Config& config, std::string_view architecture, Spec& spec);
void readOpt(Config& config, std::string_view architecture, Spec& spec);
void readGptNeoX(Config& config, std::string_view architecture, Spec& spec);
void readLlama(Config& config, std::string_view architecture, Spec& spec);
void readMistral(Config& config, std::string_view architecture, Spec& spec);
void readQwen2(Config& config, std::string_view architecture, Spec& spec);
void readQwen3(Config& config, std::string_view architecture, Spec& spec);
void readPhi3(Config& config, std::string_view architecture, Spec& spec);
void readGemma2(Config& config, std::string_view architecture, Spec& spec);
void readGemma3(Config& config, std::string_view architecture, Spec& spec);
void readT5(Config& config, std::string_view architecture, Spec& spec);
void readT5Decoder(Config& config, std::string_view architecture, Spec& spec);
void readBart(Config& config, std::string_view architecture, Spec& spec);
void readBartDecoder(Config& config, std::string_view architecture, Spec& spec);
void readMarian(Config& config, std::string_view architecture, Spec& spec);
void readMarianDecoder(Config& config, std::string_view architecture, Spec& spec);
void readVit(Config& config, std::string_view architecture, Spec& spec);
void readDeit(Config& config, std::string_view architecture, Spec& spec);
void readDinov2(Config& config, std::string_view architecture, Spec& spec);
void readBeit(Config& config, std::string_view architecture, Spec& spec);
void readClip(Config& config, std::string_view architecture, Spec& spec);

/// BERT's sizes, embeddings and names behind "encoder.layer.", which RoBERTa and ELECTRA share.
void readBertBody(Config& config, Spec& spec, std::string_view prefix);
/// Sizes of an encoder of patches, its picture, positions and biases. `mlp`: the key of the feed-forward width, or empty.
void readPatches(Config& config, Spec& spec, std::string_view mlp = "intermediate_size");
/// ViT's names behind a prefix, which DeiT and BEiT share.
TensorNames vitNames(std::string_view prefix);
/// Llama's keys and names; Mistral, Qwen, Phi-3 and Gemma differ from it.
void readLlamaBody(Config& config, Spec& spec, double base);

}  // namespace hw::model
