// SPDX-License-Identifier: MIT
// What Llama shares with the families that have its shape.
#pragma once

#include <optional>

#include "model/network/config.h"
#include "model/network/spec.h"

namespace hw::model {

/// Llama's keys and names; Mistral, Qwen, Phi-3 and Gemma differ from it.
/// Without `partial` the family rotates whole heads.
void readLlamaBody(Config& config, Spec& spec, double base,
                   std::optional<double> partial = std::nullopt);

}  // namespace hw::model
