// SPDX-License-Identifier: MIT
// What BERT shares with its kin.
#pragma once

#include <string_view>

#include "model/network/config.h"
#include "model/network/spec.h"

namespace hw::model {

/// BERT's sizes, embeddings and names behind "encoder.layer.", which RoBERTa and ELECTRA share.
void readBertBody(Config& config, Spec& spec, std::string_view prefix);

}  // namespace hw::model
