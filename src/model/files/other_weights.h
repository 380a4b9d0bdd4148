// SPDX-License-Identifier: MIT
// Why a folder has no weights that are read here.
#pragma once

#include <vector>

#include "core/problem.h"
#include "model/files/byte_source.h"

namespace hw::model {

/// For parts without weights: the format that is there (TensorFlow, Flax, ONNX, an adapter) and what to do about it, or that
/// model.safetensors is missing.
Problem otherWeights(const std::vector<Part>& parts);

/// For an adapter without its base: the base by its name in adapter_config.json, and how to merge them.
Problem adapterProblem(const std::vector<Part>& parts, const std::string& place);

/// What stands in place of a file: a web page (a login, "not found"), or the pointer that git leaves without Git LFS. Reads at most
/// 512 bytes. Errors: notRecognised with the finding and what to do; the source's own.
Result<void> checkContent(const Part& part);

}  // namespace hw::model
