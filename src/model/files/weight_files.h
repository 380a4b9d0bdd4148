// SPDX-License-Identifier: MIT
// Finds the weights among the parts.
#pragma once

#include <string>
#include <vector>

#include "core/problem.h"
#include "model/files/byte_source.h"

namespace hw::model {

/// An entry of an index: the tensor's name and the file that has it.
struct IndexEntry {
    std::string tensor;
    std::string file;
};

enum class WeightFormat : std::uint8_t { safetensors, torch, gguf };

struct WeightFiles {
    WeightFormat format = WeightFormat::safetensors;
    std::vector<int> parts;         ///< indices, in the order of the shards
    std::vector<IndexEntry> index;  ///< empty if there is none
    std::string remark;             ///< other files with weights, which are ignored; or empty
};

/// Chooses among the parts in the folder of config.json, or in the outermost one with a GGUF file. A part that is
/// marked as chosen comes first. Then come safetensors, pytorch_model.bin, GGUF and other PyTorch files; in each format
/// the usual name, an index and its shards, shards without an index, or the only file. Among quantisations of one GGUF
/// model Q4_K_M is preferred, as in llama.cpp. Projectors, importance matrices, adapters and a trainer's own files are
/// skipped by name. Errors: cannotRead with the names of missing files; notRecognised for weights in other formats;
/// badArgument if the choice is ambiguous, with Problem::choices and Offer::weights (each value is the name of the
/// first file).
Result<WeightFiles> findWeightFiles(const std::vector<Part>& parts);

}  // namespace hw::model
