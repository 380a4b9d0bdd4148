// SPDX-License-Identifier: MIT
// The common parts of BERT and similar families.
#pragma once

#include <initializer_list>
#include <string_view>

#include "model/network/config.h"
#include "model/network/spec.h"

namespace hw::model {

/// Reads BERT's sizes, embeddings and names after "encoder.layer.", shared with RoBERTa and ELECTRA.
void readBertBody(Config& config, Spec& spec, std::string_view prefix);
/// RoBERTa's heads by their class. `bare` lists the classes without one.
void readRobertaHead(Config& config, std::string_view architecture, Spec& spec,
                     std::initializer_list<std::string_view> bare);

}  // namespace hw::model
