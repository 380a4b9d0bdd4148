// SPDX-License-Identifier: MIT
// What BERT shares with its kin.
#pragma once

#include <initializer_list>
#include <string_view>

#include "model/network/config.h"
#include "model/network/spec.h"

namespace hw::model {

/// BERT's sizes, embeddings and names behind "encoder.layer.", which RoBERTa and ELECTRA share.
void readBertBody(Config& config, Spec& spec, std::string_view prefix);
/// RoBERTa's heads by their class. `bare`: the classes without one.
void readRobertaHead(Config& config, std::string_view architecture, Spec& spec,
                     std::initializer_list<std::string_view> bare);

}  // namespace hw::model
