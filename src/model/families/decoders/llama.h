// SPDX-License-Identifier: MIT
// The common parts of Llama and similar families.
#pragma once

#include <optional>

#include "model/network/config.h"
#include "model/network/spec.h"

namespace hw::model {

/// Reads Llama's keys and names, on which Mistral, Qwen, Phi-3 and Gemma build. Without `partial` the family rotates
/// complete heads.
void readLlamaBody(Config& config, Spec& spec, double base,
                   std::optional<double> partial = std::nullopt);

}  // namespace hw::model
