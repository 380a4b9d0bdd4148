// SPDX-License-Identifier: MIT
// A trained network as the files of a model, which the transformers library and every view open. The library has no
// networks without an MLP or positions, so these get an MLP of width 1 or a table of positions with zeros.
#pragma once

#include <string>
#include <vector>

#include "model/files/byte_source.h"
#include "model/train/recipe.h"

namespace hw::train {

struct NamedBytes {
    std::string name;
    std::string bytes;
};

/// config.json, tokenizer.json, tokenizer_config.json and model.safetensors (float32, the library's names of tensors).
std::vector<NamedBytes> modelFiles(const Recipe& recipe, const Weights& weights);

/// The same as parts, for model::Session::open. O(weights).
std::vector<model::Part> modelParts(const Recipe& recipe, const Weights& weights);

}  // namespace hw::train
