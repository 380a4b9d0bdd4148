// SPDX-License-Identifier: MIT
// Explains why a folder has no supported weights.
#pragma once

#include <vector>

#include "core/problem.h"
#include "model/files/byte_source.h"

namespace hw::model {

/// For parts without weights: the format that was found (TensorFlow, Flax, ONNX, an adapter) and what to do about it,
/// or that model.safetensors is missing.
Problem otherWeights(const std::vector<Part>& parts);

/// For an adapter without its base: the base by its name in adapter_config.json, and how to merge them.
Problem adapterProblem(const std::vector<Part>& parts, const std::string& place);

/// Detects a web page (a login, "not found"), or a pointer of Git LFS, in place of a file. Reads at most 512 bytes.
/// Errors: notRecognised with the finding and what to do; the source's own.
Result<void> checkContent(const Part& part);

}  // namespace hw::model
