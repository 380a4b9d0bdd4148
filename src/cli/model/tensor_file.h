// SPDX-License-Identifier: MIT
// Named arrays as a file: safetensors, or NumPy's npz.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/service/effects.h"

namespace hw::cli {

/// The parts concatenated.
std::vector<float> concatenate(const std::vector<std::vector<float>>& parts);

struct TensorFile {
    std::vector<service::NamedArray> arrays;
    std::vector<std::pair<std::string, std::string>> texts;  ///< JSON, or plain

    /// Adds an array unless it is empty.
    void add(std::string name, std::vector<int> shape, std::vector<float> values);
    /// https://github.com/huggingface/safetensors#format. The texts are its __metadata__.
    std::string safetensors() const;
    /// A zip without compression of .npy files. A text is an array of one text without dimensions.
    std::string npz() const;
};

}  // namespace hw::cli
