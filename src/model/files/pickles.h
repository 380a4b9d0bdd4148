// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "core/problem.h"
#include "model/files/byte_source.h"

namespace hw::model {

/// Of parts without a .safetensors: what they are in its place (PyTorch's pickles, TensorFlow, Flax, ONNX), and the line
/// that converts it; or that model.safetensors is missing.
Problem otherWeights(const std::vector<Part>& parts);

}  // namespace hw::model
